"""The games: `registry` finds them, `spec` states what each one provides, and every game is a package of its own."""
