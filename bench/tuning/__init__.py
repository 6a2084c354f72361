"""How the weights of the evaluators are fitted; `bench/tune.py` is the command."""
