# mistakes at random in sudokus; check text claims
import random,sys,re
from csp2sat.api.inputs import read_problem
from csp2sat.reasoning import hints
from csp2sat.puzzles.facts import Fact
from csp2sat.api.reasoning import chains
import csp2sat
random.seed(int(sys.argv[2]))
b=read_problem(sys.argv[1],None,"x").board
sol=chains.Steps(b,None).solution
for k in range(int(sys.argv[3])):
    while True:
        r,c=random.randrange(b.rows),random.randrange(b.cols)
        if isinstance(sol[r][c],int): break
    v=random.choice([x for x in range(1,b.rows+1) if x!=sol[r][c]])
    h=hints.hint(b,[Fact("cell",((r,c),),v)],None)
    if hasattr(h,"text"): print("*",h.text); print("   ",hints.where_text(b,h))
