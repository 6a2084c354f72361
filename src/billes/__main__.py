"""`python -m billes` is the command `billes`."""

from .cli import main

main(prog_name="billes")
