"""`python -m carrom` is the same as `carrom`."""

import sys

from carrom.cli import main

sys.exit(main())
