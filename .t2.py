from csp2sat.reasoning import chain
from csp2sat.api.inputs import read_problem
from csp2sat.api.reasoning import partial as partly
old=chain.StepReader._conclusion
def new(self,c,cuts,holds):
    if not c[0]:
        print("PART",c[1], "HOLDS",[self.fact(l) for l in holds if self._is_seen(l)], "VIS",[self.fact(l) for l in c[4] if self._is_seen(l)], "needs", [self.fact(l) for l in c[3] if self._is_seen(l)])
    return old(self,c,cuts,holds)
chain.StepReader._conclusion=new
b=read_problem(".p.txt",None,"x").board
f=partly.partial_in(".q.txt",b)
h=partly.hint_from(b,f.facts,None)
print(h.step.known); print(h.step.trail)
