"""HTTP: the routes, a module for each thing that is asked for, the pages, and the description of it all."""
