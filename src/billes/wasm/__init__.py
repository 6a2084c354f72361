"""The compiled kernels as WebAssembly, for the browser: `build` makes the modules, `core.webassembly` calls them."""
