"""The public functions. Their options are those of the commands (`_options.py`); `described` shows them in `help`."""

from __future__ import annotations

import inspect
import os
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _jobs
from ._options import (
    OPTIONS,
    DedupeOptions,
    EvaluateOptions,
    ExplainOptions,
    MatchOptions,
    OddsOptions,
    PairsOptions,
    PassagesOptions,
    SignOptions,
    TuneOptions,
)
from ._results import Match, Pairs, Passages, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Files = str | os.PathLike[str] | Sequence[os.PathLike[str]]


def described(function: F) -> F:
    """Shows the options of the command one by one: in the signature, and at the end of the docstring."""
    options = OPTIONS[function.__name__]
    shown = inspect.signature(function)
    before = [parameter for parameter in shown.parameters.values() if parameter.kind is not parameter.VAR_KEYWORD]
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None) for name in options]
    function.__signature__ = shown.replace(parameters=[*before, *named])  # type: ignore[attr-defined]
    lines = [
        textwrap.fill(f"{name}: {option.doc}", 100, initial_indent="    ", subsequent_indent="        ")
        for name, option in options.items()
    ]
    function.__doc__ = "\n".join([inspect.cleandoc(function.__doc__ or ""), "", "Options:", *lines])
    return function


@overload
def dedupe(data: Files, **options: Unpack[DedupeOptions]) -> Result[Any]: ...
@overload
def dedupe(data: Iterator[Any], **options: Unpack[DedupeOptions]) -> Result[list[int]]: ...
@overload
def dedupe(data: T, **options: Unpack[DedupeOptions]) -> Result[T]: ...
@described
def dedupe(data: Any, **options: Any) -> Result[Any]:
    """Keeps one document of every cluster of exact and near duplicates.

    >>> import nearsame
    >>> nearsame.dedupe(["one text", "One text!", "another"]).kept
    ['one text', 'another']

    `kept` of files is the path of `output`, or without one the list of rows that are kept, counted over all files;
    so is that of a generator. Rows without a text (None, NaN, only white space) are kept and counted.

    Raises NearsameError for what the command refuses: OPTION_VALUE, TEXT_FIELD, TOO_MANY_BAD and others.
    """
    return _jobs.dedupe(data, options)


@described
def pairs(data: T, **options: Unpack[PairsOptions]) -> Pairs[T]:
    """Lists every match with its exact similarity, exact duplicates included, as `row1`, `row2`, `similarity`.

    >>> import nearsame
    >>> nearsame.pairs(["one text", "One text!", "another"]).pairs
    [{'row1': 0, 'row2': 1, 'similarity': 1.0}]

    Of files, the rows are named by their ids. Raises NearsameError, PAIRS_LIMIT above `max_pairs`.
    """
    return _jobs.pairs(data, options)


@described
def match(data: T, against: Any, **options: Unpack[MatchOptions]) -> Match[T]:
    """Finds which records of `data` have a twin in `against`: `pairs` has `row`, `against` (its row), `similarity`.

    >>> import nearsame
    >>> nearsame.match(["one text", "another"], ["ONE text"]).kept
    ['another']

    `kept` is `data` without what has a twin. The two may be of different kinds. Raises NearsameError.
    """
    return _jobs.match(data, against, options)


@described
def passages(data: T, against: Any = None, **options: Unpack[PassagesOptions]) -> Passages[T]:
    """Finds what is repeated inside documents, or what they share with `against`, exactly.

    >>> import nearsame
    >>> texts = ["Intro. All rights reserved by us", "Outro. ALL RIGHTS reserved, by us!"]
    >>> found = nearsame.passages(texts, least=5).passages[0]
    >>> texts[found["row"]][found["start"] : found["end"]]
    'ALL RIGHTS reserved, by us'

    `start` and `end` count characters of the text, of files bytes in UTF-8. `kept` is `data` without the passages that
    `cut` says, and without documents that are dropped. Raises NearsameError.
    """
    return _jobs.passages(data, against, options)


@described
def explain(data: Any, a: Any, b: Any, **options: Unpack[ExplainOptions]) -> dict[str, Any]:
    """Shows why rows `a` and `b` do or do not match: measures, shared shingles, and what differs.

    >>> import nearsame
    >>> nearsame.explain(["one text", "One text!"], 0, 1)["kind"]
    'normalised'

    With `id`, and of files, `a` and `b` are ids. Raises NearsameError DOCUMENT_NOT_FOUND.
    """
    return _jobs.explain(data, a, b, options)


@described
def evaluate(predicted: Any, truth: Any, **options: Unpack[EvaluateOptions]) -> dict[str, float]:
    """Computes precision, recall and F1 of predicted pairs, each a share in [0, 1].

    >>> import nearsame
    >>> nearsame.evaluate([(0, 1), (2, 3)], [(0, 1)])["precision"]
    0.5

    Pairs are tuples, a table with `row1` and `row2` or `id1` and `id2`, or a file. Raises NearsameError PAIRS_FILE.
    """
    return _jobs.evaluate(predicted, truth, options)


@described
def sign(data: Any, **options: Unpack[SignOptions]) -> Any:
    """The signature of every text, as a table of `row` and `signature` (hexadecimal).

    >>> import nearsame
    >>> nearsame.sign(["one text"], method="solr-md5")[0]["signature"][:8]
    '35f53116'

    Raises NearsameError.
    """
    return _jobs.sign(data, options)


@described
def tune(data: Any, **options: Unpack[TuneOptions]) -> dict[str, Any]:
    """Measures recall and precision of these options exactly, on a sample; proposes better ones.

    >>> import nearsame
    >>> nearsame.tune(["one text", "another text"])["counts"]["texts"]
    2

    Raises NearsameError.
    """
    return _jobs.tune(data, options)


@described
def odds(**options: Unpack[OddsOptions]) -> dict[str, Any]:
    """How likely a pair is to be found, by its similarity: a table of probabilities for numbers of bands and rows.

    >>> import nearsame
    >>> nearsame.odds(bands=20, rows=5)["columns"]
    [{'bands': 20, 'rows': 5, 'agree': 1}]

    Raises NearsameError.
    """
    return _jobs.odds(options)
