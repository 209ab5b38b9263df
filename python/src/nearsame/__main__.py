"""`python -m nearsame ...` and `nearsame ...` are the command."""

import sys

from ._engine import node
from ._errors import NearsameError


def main() -> None:
    from . import _engine

    try:
        node()
    except NearsameError as error:
        sys.exit(f"nearsame: {error}")
    sys.exit(_engine.main())


if __name__ == "__main__":
    main()
