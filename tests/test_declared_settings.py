"""A setting is declared once, in `csp2sat/settings.py`: every door has its choices, default and help from there."""

from importlib import import_module
from typing import Literal, get_args, get_origin

import pytest

import csp2sat
from csp2sat.cli.commands import COMMANDS
from csp2sat.cli.parameters import declared
from csp2sat.cnf import gates
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.options import KEYS, EncoderOptions
from csp2sat.ints.spec import ENCODINGS
from csp2sat.settings import CHOICES, CODING, KNOWN, Keywords, SettingFields

OF_THE_COMMAND = {  # options whose meaning or default differs by command, on purpose
    ("bench", "--solver"),
    ("bench", "--encoding"),
    ("bench", "--timeout"),
    ("encode", "--loop"),
}


def options():
    """The options of all commands that have the name of a setting."""
    by_option = {each.about.option: each for each in KNOWN.values() if each.about.option}
    for name in COMMANDS:
        for option in declared(getattr(import_module(f"csp2sat.cli.commands.{name}"), name)):
            for word in option.parameter.names:
                if word in by_option and (name, word) not in OF_THE_COMMAND:
                    yield name, option, by_option[word]


def test_fields_and_keywords_are_the_same_settings():
    fields = {name for each in SettingFields.__mro__ for name in getattr(each, "__annotations__", {})}
    assert fields == set(Keywords.__annotations__) == set(KNOWN)
    assert Keywords.__annotations__ == {name: found(name) for name in KNOWN}


def found(name):
    return next(each.__annotations__[name] for each in SettingFields.__mro__ if name in each.__annotations__)


def test_options_have_the_choices_and_defaults_of_settings():
    seen = set()
    for command, option, setting in options():
        if setting.choices:
            assert get_origin(option.kind) is Literal and get_args(option.kind) == setting.choices, command
        if setting.type is not bool:
            assert option.default == (setting.default or None), (command, setting.name)
        assert option.parameter.about.get("metavar") == setting.about.metavar, (command, setting.name)
        seen.add(setting.name)
    assert seen == {each.name for each in KNOWN.values() if each.about.option}


def test_the_encoder_has_the_choices_and_defaults_of_settings():
    assert set(KEYS.values()) == {*CODING, "max_clauses"}
    settings = csp2sat.Settings()
    for name in CODING:
        assert getattr(EncoderOptions(), name) == getattr(settings, name) == KNOWN[name].default
    assert [getattr(Sink.coding, name) for name in CODING] == [KNOWN[name].default for name in CODING]
    assert Sink.most_clauses == EncoderOptions().max_clauses == settings.max_clauses
    assert set(gates.ENCODINGS) == set(CHOICES["amo"])


@pytest.mark.parametrize("name", CHOICES)
def test_each_choice_is_taken(name):
    for value in CHOICES[name]:
        options = csp2sat.Settings(**{name: value}).coding()
        assert name not in CODING or EncoderOptions.parsed(options.described()) == options
    with pytest.raises(csp2sat.UsageError, match=f"^{name}='none': expected one of {', '.join(CHOICES[name])}$"):
        csp2sat.Settings(**{name: "none"})


def test_the_help_of_encoding_names_the_encodings_of_the_project():
    """The project's: a recipe of CONTRIBUTING adds a further one, whose author writes the help."""
    for name in ("auto", "order", "direct", "log", "compact-order"):
        assert name in ENCODINGS and name in KNOWN["encoding"].about.help
