"""Hold the server to the description of its interface: schemathesis with all checks on, as the command line has them.

    python bench/schema.py [--examples 100] [--seed 1] [--json report.json]

A server is started for it, with a fresh database. Everything is asked twice, by visitors without a cookie and by one
who keeps theirs. What was found is printed; the exit status is 1 where anything was.
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

from crowd import served

PHASES = "examples,coverage,fuzzing,stateful"
CONFIGURATION = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
"""
"""What refuses a wrong request: schemathesis' own list and 413, as what is too long is not read to its end."""


def check(url: str, examples: int, seed: int = 1, phases: str = PHASES, *more: str) -> subprocess.CompletedProcess[str]:
    """Run schemathesis against a server."""
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{url}/api/openapi.json", "--url", url]
    command += ["--checks", "all", "--max-examples", str(examples), "--seed", str(seed), "--phases", phases]
    command += ["--request-timeout", "60"]  # the first question to an engine waits until it is compiled
    with tempfile.TemporaryDirectory() as folder:  # it leaves its notes where it runs
        (Path(folder) / "schemathesis.toml").write_text(CONFIGURATION)
        return subprocess.run(
            [*command, "--no-color", "--warnings", "off", *more],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=100, help="of every operation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="file for schemathesis' own report")
    options = parser.parse_args()
    more = ["--report", "json", "--report-json-path", options.json] if options.json else []
    worst = 0
    with served() as server:
        for told, header in (
            ("without a cookie", []),
            ("with one", ["-H", f"Cookie: billes={secrets.token_urlsafe(32)}"]),
        ):
            done = check(server.url, options.examples, options.seed, PHASES, *header, *more)
            print(f"== {told}\n{done.stdout}{done.stderr}", flush=True)
            worst = max(worst, done.returncode)
    sys.exit(worst)


if __name__ == "__main__":
    main()
