"""Making the artefacts for browsers; needs the development packages, and the network for Pyodide.

``kernel_functions``, ``numba_ir``, ``wasm`` and ``kernel_module`` compile the kernel, ``pyodide``
fetches Python, ``bundle`` packs modules, and ``build`` does all of it: ``make host``.
"""
