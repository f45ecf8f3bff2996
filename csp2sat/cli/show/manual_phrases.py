"""Topics of the manual in what people type: sentences, inflected and misspelt words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from functools import cache

SMALL_WORDS = """
    a about an and another any are as at be by can could csp2sat do does for from get give has have how i if in into is
    it its me mean my of on one or please same show that the there this to two use want what when where which who why
    will with work you your
"""
ENDINGS = re.compile(r"(?<=\w{3})(?:ations?|ions?|ings?|ers?|ed|s)$|(?<=\w{4})es?$")
CLOSE = 0.83  # likeness of a misspelt word to a word of a topic
SHORTEST = 4  # letters of a word whose letters may stand in another order; one more if letters may be wrong


def words_of(text: str) -> frozenset[str]:
    """Return the words of a phrase by their stems, without SMALL_WORDS unless all words are small."""
    small = SMALL_WORDS.split()
    words = _typed(text)
    return frozenset(map(stem, [word for word in words if word not in small] or words))


@cache
def stem(word: str) -> str:
    """Return a word without its ending: `print` for `printing`, `flip` for `flipped`."""
    bare = ENDINGS.sub("", word)
    return bare[:-1] if bare != word and len(bare) > 3 and bare[-1] == bare[-2] != "s" else bare


def topics_in(text: str, topics: Iterable[str]) -> list[str]:
    """Return the topics whose words are all in a text: those of most words, each once, in the spelling that has most
    words of the text, small ones too; [] if there are none.

    Words of the text that no topic has are replaced by similar ones.  topics: as people read them.
    """
    known = {topic: words_of(topic) for topic in topics}
    vocabulary = {word for words in known.values() for word in words}
    asked = {_corrected(word, vocabulary) for word in words_of(text)}
    inside = {topic: words for topic, words in known.items() if words and words <= asked}
    most = max(map(len, inside.values()), default=0)
    typed, found = _typed(text), dict[frozenset[str], str]()
    for topic, words in inside.items():
        if len(words) == most:
            found[words] = max(found.get(words, topic), topic, key=lambda each: len(typed & _typed(each)))
    return list(found.values())


def _typed(text: str) -> frozenset[str]:
    """Return the words of a phrase as they are typed, small ones too."""
    return frozenset(re.findall(r"[\w.+]+", text.lower().replace("-", " ").replace("_", " ")))


def _corrected(word: str, vocabulary: Collection[str]) -> str:
    """Return the word of the vocabulary that is most similar to a word which the vocabulary does not have."""
    if word in vocabulary or len(word) < SHORTEST:
        return word
    swapped = [each for each in vocabulary if sorted(each) == sorted(word)]  # `sovle` for `solve`
    near = swapped or (len(word) > SHORTEST and get_close_matches(word, sorted(vocabulary), 1, CLOSE))
    return near[0] if near else word
