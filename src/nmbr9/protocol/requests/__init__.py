"""What a page asks besides a match that is played, answered alike by every host.

Each question is a `Route`: how it is asked, how it is read, and what answers it. A server answers
them over HTTP, a worker in a browser with what it keeps there.
"""
