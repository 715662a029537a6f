"""Programs that play every variant with every module; `registry` lists them."""
