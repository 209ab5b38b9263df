"""Index: is something like this there already, before it is added? A server that this process starts, or a given one."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import secrets
import subprocess
import threading
import urllib.parse
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, TypeGuard

from . import _engine
from ._carrier import plain_json
from ._errors import NearsameError, error_of, option_error

_LISTENING = re.compile(rb"listening on (http://\S+)")
_ERROR = re.compile(r"nearsame: ([A-Z_]+): expected (.*?), got (.*?)(?:, at (.*?))?\. To fix: (.*)\.", re.DOTALL)

#: Documents of one request; a body may have 8 MiB.
_BATCH = 256
_BATCH_CHARACTERS = 1_000_000

Document = str | Mapping[str, Any]


class Index:
    """Documents that can be queried and extended, kept in a directory, in a database, or nowhere.

    >>> import nearsame
    >>> with nearsame.Index(threshold=0.7) as index:
    ...     _ = index.add({"id": "a", "text": "The old stone bridge is closed"})
    ...     index.check("The OLD stone bridge is closed!")[0]["id"]
    'a'

    `where` is a directory, made if it is missing; the URL of a database (`postgres://...`); the URL of a running server
    (`http://...`, then with its `key`); or None for a temporary folder that ends with the index. `name` is that of the
    collection. The options are those of a collection (`threshold`, `shingle`, `text`, `method`, `signature_length`, ...);
    they never change, and opening with others raises NearsameError OPTIONS_MISMATCH; without options it is opened as it is.

    A server of its own listens on this machine only, takes a random key, and ends with the `with` block, with `close()`,
    and with this process, however that ends. All methods raise NearsameError; one index is for one thread at a time.
    """

    def __init__(
        self,
        where: str | os.PathLike[str] | None = None,
        *,
        name: str = "documents",
        key: str | None = None,
        **options: Any,
    ) -> None:
        self._closing = contextlib.ExitStack()
        self._is_closed = False
        self._connection: http.client.HTTPConnection | None = None
        self._url: str
        self._key: str | None
        self._path = f"/v1/collections/{urllib.parse.quote(name, safe='')}"
        with contextlib.ExitStack() as failing:
            failing.callback(self.close)
            place = None if where is None else os.fspath(where)
            is_running = place is not None and place.startswith(("http://", "https://"))
            self._url, self._key = (str(place), key) if is_running else self._serve(place)
            body = {_camel(option): value for option, value in options.items() if value is not None}
            if body or not self._exists():
                self._ask("PUT", "", body)
            failing.pop_all()

    def _serve(self, place: str | None) -> tuple[str, str]:
        private = self._closing.enter_context(_engine.folder())
        if place is None:
            where = [f"--data={private / 'data'}"]
        else:
            where = [f"--store={place}" if "://" in place else f"--data={os.path.abspath(place)}"]
        key = secrets.token_hex(24)
        process = _engine.start(
            ["serve", *where, "--port=0", "--log=error"],
            private,
            env={"NEARSAME_API_KEYS": f"write:{key}"},
            stderr=subprocess.PIPE,
            # An interrupt of the terminal is for Python, which then ends the server.
            start_new_session=True,
        )
        self._closing.callback(_engine.stop, process)
        return _address(process), key

    def _exists(self) -> bool:
        try:
            self._ask("GET", "")
        except NearsameError as error:
            if error.code == "COLLECTION_NOT_FOUND":
                return False
            raise
        return True

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the server that this index started. A given one runs on. The index answers nothing any more."""
        self._is_closed = True
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._closing.close()

    def check(self, documents: Document | Iterable[Document], **options: Any) -> list[Any]:
        """What a document matches, best first: `id`, `similarity`, `measure`, `cluster`. Of several: a list for each.

        Nothing is stored. `limit` and `threshold` (at least that of the index) are options.
        """
        if _is_one(documents):
            return list(self._ask("POST", "/check", _document(documents), options)["matches"])
        return [result["matches"] for result in self._batches("/check", documents, options)]

    def add(self, documents: Document | Iterable[Document], *, on_duplicate: str = "add") -> Any:
        """Adds a document, or several: `id`, `status`, `matches`, `cluster`; of several a list.

        `on_duplicate` says what becomes of one that matches or whose id exists: "add", "reject", "skip" or "replace".
        A document without an `id` gets one.
        """
        options = {"on_duplicate": on_duplicate}
        if _is_one(documents):
            result = next(self._batches("/documents", [documents], options))
            if "error" in result:
                raise error_of(result["error"])
            return result
        return list(self._batches("/documents", documents, options))

    def remove(self, id: str | int) -> bool:
        """Removes a document. Returns whether there was one."""
        return self._of_id("DELETE", id) is not None

    def get(self, id: str | int) -> dict[str, Any] | None:
        """A document with its `cluster` and when it was added; None if there is none."""
        return self._of_id("GET", id)

    def clusters(self) -> Iterator[dict[str, Any]]:
        """All clusters, those of one document included: `cluster`, `documents` (how many), `members` (their ids)."""
        after: dict[str, Any] = {}
        while True:
            page = self._ask("GET", "/clusters", None, after)
            yield from page["items"]
            if page["next"] is None:
                return
            after = {"after": page["next"]}

    def explain(self, a: str | int, b: str | int) -> dict[str, Any]:
        """Why two documents do or do not match, by their ids."""
        answer: dict[str, Any] = self._ask("GET", "/explain", None, {"a": a, "b": b})
        return answer

    def __len__(self) -> int:
        return int(self._ask("GET", "")["documents"])

    def _of_id(self, method: str, id: str | int) -> dict[str, Any] | None:
        kind = {"type": "string" if isinstance(id, str) else "number"}
        try:
            answer = self._ask(method, f"/documents/{urllib.parse.quote(str(id), safe='')}", None, kind)
        except NearsameError as error:
            if error.code == "DOCUMENT_NOT_FOUND":
                return None
            raise
        return dict(answer or {})

    def _batches(
        self, path: str, documents: Iterable[Document], options: Mapping[str, Any]
    ) -> Iterator[dict[str, Any]]:
        batch: list[dict[str, Any]] = []
        characters = 0
        for document in map(_document, documents):
            batch.append(document)
            characters += sum(len(value) for value in document.values() if isinstance(value, str))
            if len(batch) == _BATCH or characters > _BATCH_CHARACTERS:
                yield from self._ask("POST", path, batch, options)["results"]
                batch, characters = [], 0
        if batch:
            yield from self._ask("POST", path, batch, options)["results"]

    def _ask(self, method: str, path: str, body: Any = None, query: Mapping[str, Any] | None = None) -> Any:
        if self._is_closed:
            fix = "open it again, or use it before `close()` and within its `with`"
            raise NearsameError("SERVER_FAILED", expected="an open index", got="a closed one", fix=fix)
        address = urllib.parse.urlsplit(self._url)
        if self._connection is None:
            secure = address.scheme == "https"
            kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
            self._connection = kind(address.hostname or "", address.port)
        asked = {_camel(name): value for name, value in (query or {}).items() if value is not None}
        target = address.path.rstrip("/") + self._path + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = plain_json(body).encode("utf-8", "backslashreplace")
        try:
            self._connection.request(method, target, sent, headers)
            answer = self._connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as cause:
            self._connection.close()
            self._connection = None
            raise NearsameError(
                "SERVER_FAILED",
                expected="an answer of the server",
                got=str(cause) or type(cause).__name__,
                fix="check that it runs at this address",
            ) from cause
        found = json.loads(content) if content else None
        if answer.status >= 400:
            raise error_of(found if isinstance(found, dict) else {"message": f"status {answer.status}"})
        return found


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.title() for other in others)


def _is_one(documents: Document | Iterable[Document]) -> TypeGuard[Document]:
    """Whether this is one document. Raises NearsameError OPTION_VALUE for what is none, nor several."""
    if isinstance(documents, Iterable) and not isinstance(documents, bytes):
        return isinstance(documents, (str, Mapping))
    fix = "hand in a text, a dict with the fields of the index, or a list of these"
    raise option_error("documents", "a text, a dict, or several of them", type(documents).__name__, fix)


def _document(given: Document) -> dict[str, Any]:
    if isinstance(given, (str, Mapping)):
        return {"text": given} if isinstance(given, str) else dict(given)
    fix = "leave it out, or give it its text"
    raise NearsameError("TEXT_NOT_STRING", expected="a text or a dict", got=type(given).__name__, fix=fix)


def _address(process: subprocess.Popen[bytes]) -> str:
    """Where a started server listens. What it says later is read, too, so that it never waits."""
    assert process.stderr is not None
    said: deque[bytes] = deque(maxlen=50)
    for line in process.stderr:
        said.append(line)
        if found := _LISTENING.search(line):
            threading.Thread(target=said.extend, args=(process.stderr,), daemon=True).start()
            return found[1].decode()
    text = b"".join(said).decode("utf-8", "replace")
    if told := _ERROR.search(text):
        code, expected, got, where, fix = told.groups()
        raise error_of({"code": code, "expected": expected, "got": got, "where": where, "fix": fix})
    raise NearsameError("SERVER_FAILED", expected="a server", got=text.strip()[-1000:] or "none", fix="report this")
