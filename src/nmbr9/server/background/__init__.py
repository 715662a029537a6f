"""Work in processes beside the server: bots, analyses, the par of a contest."""
