"""What the server counts, in the format of Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The counters of this process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.frames = self._counter("frames_total", "Frames that were understood.")
        self.faults = self._counter("frame_faults_total", "Frames that were refused as such.")
        self.commands = {
            "accepted": self._counter("commands_accepted_total", "Commands stored."),
            "rejected": self._counter("commands_rejected_total", "Commands refused."),
            "error": self._counter(
                "commands_unavailable_total", "Commands that the database did not take."
            ),
        }
        """By the type of the frame that answers them."""
        self.command_seconds = Histogram(
            "nmbr9_command_seconds",
            "From a command to its answer.",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
            registry=self.registry,
        )
        self.matches = self._gauge("matches", "Matches in memory.")
        self.connections = self._gauge("connections", "Open connections.")
        self.damaged = self._gauge("damaged", "Times that something stored could not be read.")
        self.commits = self._gauge("journal_commits", "Group commits since the start.")
        self.batch_seconds = self._gauge("journal_batch_seconds", "The last group commit.")

    def _counter(self, name: str, text: str) -> Counter:
        return Counter(f"nmbr9_{name}", text, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"nmbr9_{name}", text, registry=self.registry)

    def text(self) -> bytes:
        """Return everything, as Prometheus reads it."""
        return generate_latest(self.registry)


METRICS = Metrics()
