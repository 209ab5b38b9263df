"""Finds texts that are the same or nearly the same: fast, exactly verified, explained.

    import nearsame
    result = nearsame.dedupe(df, text="body", threshold=0.8)
    result.kept        # what came in, of the same type, without the duplicates
    result.removed     # a table: row, survivor, kind, similarity

Data are a list of texts or dicts, a DataFrame of pandas or polars, a `pyarrow.Table`, a `datasets.Dataset`, a generator
of texts or dicts, or paths of files. Rows are positions, from 0. All functions take the options of the command of the
same name as keyword arguments and raise `NearsameError`; an interrupt (Ctrl-C) ends the run and leaves no file.
"""

from ._api import dedupe, evaluate, explain, match, odds, pairs, passages, sign, tune
from ._errors import NearsameError
from ._index import Index
from ._options import __version__
from ._results import Match, Pairs, Passages, Result

__all__ = [
    "Index",
    "Match",
    "NearsameError",
    "Pairs",
    "Passages",
    "Result",
    "__version__",
    "dedupe",
    "evaluate",
    "explain",
    "match",
    "odds",
    "pairs",
    "passages",
    "sign",
    "tune",
]
