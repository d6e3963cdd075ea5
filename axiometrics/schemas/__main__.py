"""`python -m axiometrics.schemas NAME`: the JSON Schema of a document."""

from __future__ import annotations

import json
import sys

from axiometrics.schemas import schema

sys.stdout.write(json.dumps(schema(sys.argv[1])) + "\n")
