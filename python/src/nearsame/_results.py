"""Results: what the functions return. Rows are positions, from 0, never labels."""

from __future__ import annotations

import atexit
import difflib
import html
import shutil
import tempfile
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from ._errors import NearsameError
from ._frames import Columns, rows_of

T = TypeVar("T")


class Report(Generic[T]):
    """What all results have: the report of the run, as `--json` of the command prints it."""

    def __init__(self, report: dict[str, Any], page: Callable[[str], None]) -> None:
        self.report = report
        self._page = page

    @property
    def counts(self) -> dict[str, int]:
        """The figures of the report: `read`, `kept`, and those of the command."""
        return dict(self.report.get("counts", {}))

    def __repr__(self) -> str:
        return f"<nearsame.{type(self).__name__}: {self._sentence()}>"

    def _sentence(self) -> str:
        return ", ".join(f"{value:,} {name}" for name, value in self.counts.items())

    def to_html(self, path: Any) -> None:
        """Writes the report page, one HTML file that needs no network. The run is repeated for it."""
        self._page(str(path))

    def show(self) -> None:
        """Opens the report page in a browser. The file is removed when Python ends."""
        folder = tempfile.mkdtemp(prefix="nearsame-python-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        path = Path(folder) / "report.html"
        self._page(str(path))
        webbrowser.open(path.as_uri())


class Kept(Report[T]):
    """A result with the rows that are kept."""

    def __init__(
        self,
        report: dict[str, Any],
        page: Callable[[str], None],
        mask: bytearray,
        kept: Callable[[bytearray], T],
    ) -> None:
        super().__init__(report, page)
        self._mask = mask
        self._make_kept = kept
        self._kept: T | None = None

    @property
    def mask(self) -> bytearray:
        """For each row 1 if it is kept, else 0."""
        return self._mask

    @property
    def rows(self) -> list[int]:
        """The rows that are kept, in their order."""
        return rows_of(self._mask)

    @property
    def kept(self) -> T:
        """What came in, of the same type, without the rows that are not kept. It is made when first asked for.

        Raises NearsameError INPUT_CHANGED if the data have got or lost rows since the run.
        """
        if self._kept is None:
            self._kept = self._make_kept(self._mask)
        return self._kept


class Result(Kept[T]):
    """What `dedupe` found: `kept`, `removed`, `clusters`, `report`, `digest`."""

    def __init__(
        self,
        report: dict[str, Any],
        page: Callable[[str], None],
        mask: bytearray,
        kept: Callable[[bytearray], T],
        removed: Mapping[str, list[Any]],
        table: Callable[[Columns], Any],
        texts: Callable[[Sequence[int]], Mapping[int, str]],
    ) -> None:
        super().__init__(report, page, mask, kept)
        self._removed = removed
        self._table = table
        self._texts = texts

    @property
    def digest(self) -> str:
        """SHA-256 of what was decided: equal digests, equal decisions. Empty for a plan."""
        return str(self.report.get("digest", ""))

    @property
    def removed(self) -> Any:
        """A table with a line for each row that is not kept: `row`, `survivor` (its row), `kind`, `similarity`."""
        return self._table(self._removed)

    @property
    def clusters(self) -> Any:
        """A table with a line for each row of each cluster: `cluster`, `row`, `survivor`, `similarity` with it."""
        members: dict[int, list[tuple[int, Any]]] = {}
        found = zip(self._removed["row"], self._removed["survivor"], self._removed["similarity"], strict=True)
        for row, survivor, similarity in found:
            members.setdefault(survivor, [(survivor, 1.0)]).append((row, similarity))
        columns: dict[str, list[Any]] = {"cluster": [], "row": [], "survivor": [], "similarity": []}
        for number, survivor in enumerate(sorted(members), 1):
            for row, similarity in sorted(members[survivor], key=lambda member: member[0]):
                for name, value in zip(columns, (number, row, survivor, similarity), strict=True):
                    columns[name].append(value)
        return self._table(columns)

    def _sentence(self) -> str:
        counts = self.counts
        kinds = ", ".join(f"{counts[kind]:,} {kind}" for kind in ("exact", "normalised", "near") if counts.get(kind))
        return f"{counts.get('kept', 0):,} of {counts.get('read', 0):,} kept" + (f"; removed: {kinds}" if kinds else "")

    def _repr_html_(self) -> str:
        """For a notebook: the sentence, what the run doubts, the counts, and five pairs with what differs."""
        counts = "".join(f"<tr><th>{name}</th><td>{value:,}</td></tr>" for name, value in self.counts.items())
        hints = "".join(f"<p>{html.escape(hint)}</p>" for hint in self.report.get("hints", []))
        return f"<p>{self._sentence()}</p>{hints}<table>{counts}</table>{self._pairs_html()}"

    def _pairs_html(self) -> str:
        rows, survivors, kinds = (self._removed[name] for name in ("row", "survivor", "kind"))
        similarities = self._removed["similarity"]
        near = [at for at, kind in enumerate(kinds) if kind == "near"] or list(range(len(rows)))
        chosen = sorted(near, key=lambda at: (similarities[at] is not None, similarities[at], at))[:5]
        texts = self._texts([row for at in chosen for row in (rows[at], survivors[at])])
        lines = [
            f"<tr><td>{rows[at]}</td><td>{survivors[at]}</td><td>{kinds[at]}</td><td>{similarities[at]}</td>"
            f"<td>{_differences(texts[survivors[at]], texts[rows[at]])}</td></tr>"
            for at in chosen
            if rows[at] in texts and survivors[at] in texts
        ]
        head = "<tr><th>row</th><th>survivor</th><th>kind</th><th>similarity</th><th>what differs</th></tr>"
        return f"<table>{head}{''.join(lines)}</table>" if lines else ""


#: Words of a text that are compared for a notebook.
_WORDS = 200


def _differences(old: str, new: str) -> str:
    """What differs from the survivor, as HTML: words that went, words that came, and a few around them."""
    before, after = old.split()[:_WORDS], new.split()[:_WORDS]
    shown = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            words = after[c:d]
            shown.append(html.escape(" ".join(words if len(words) < 9 else [*words[:4], "…", *words[-4:]])))
            continue
        if a < b:
            shown.append(f"<del>{html.escape(' '.join(before[a:b]))}</del>")
        if c < d:
            shown.append(f"<ins>{html.escape(' '.join(after[c:d]))}</ins>")
    return " ".join(shown)


class Pairs(Report[T]):
    """What `pairs` found: `pairs`, a table with `row1`, `row2`, `similarity`; and `report`."""

    def __init__(self, report: dict[str, Any], page: Callable[[str], None], pairs: Any) -> None:
        super().__init__(report, page)
        self.pairs = pairs


class Match(Kept[T]):
    """What `match` found: `pairs`, a table with `row`, `against`, `similarity`; `kept`, A without what has a twin."""

    def __init__(
        self,
        report: dict[str, Any],
        page: Callable[[str], None],
        mask: bytearray,
        kept: Callable[[bytearray], T],
        pairs: Any,
    ) -> None:
        super().__init__(report, page, mask, kept)
        self.pairs = pairs


class Passages(Kept[T]):
    """What `passages` found: `passages`, a table with the places of each copy; `kept`; `cut`, what is cut from it."""

    def __init__(
        self,
        report: dict[str, Any],
        page: Callable[[str], None],
        mask: bytearray,
        kept: Callable[[bytearray], T],
        passages: Any,
        cut: Any,
    ) -> None:
        super().__init__(report, page, mask, kept)
        self.passages = passages
        self.cut = cut


def unknown_rows(what: str) -> NearsameError:
    """Where the files of a run do not say which rows are kept."""
    return NearsameError(
        "OPTION_VALUE",
        expected=f"a run that says which rows it keeps: {what}",
        got="records that were left out without a place",
        fix="name a file for it, `output` or `kept`",
    )
