"""Everything that can be played without a server, by somebody in a window of any browser."""

from __future__ import annotations

from typing import Any, NamedTuple

from nmbr9.bots.ladder import LADDER
from nmbr9.bots.registry import BOTS
from nmbr9.lessons.lessons import LEARNER, all_lessons, matches
from tests.web.windows.window import Window

VARIANTS = ("Classic", "2 out of 3", "Level to Level")
OTHERS = [name for name in BOTS if name not in {step.name for step in LADDER}]
"""Bots that the page does not offer, and that programs and older games have."""
LESSON = "support"

ASKED = """() => {
  const { revision } = document.body.dataset;
  const seen = (selector) => document.querySelector(selector)?.checkVisibility();
  if (seen('.result h1')) return ['over', revision];
  if (seen('.game .actions .place')) return ['place', revision];
  if (seen('.game .actions .done:not(:disabled)')) return ['done', revision];
  if (seen('.game .actions .btn:not(:disabled)')) return ['choose', revision];
  return null;
}"""

API = """await import(
  document.querySelector('script[type=module]').src.replace('host/begin', 'net/api'))"""
"""What the page asks its host with."""


class Table(NamedTuple):
    """A game to set up."""

    variant: str
    has_modules: bool
    bots: tuple[str, ...]


def tables() -> list[Table]:
    """Each variant, plain and with all modules; every bot that the page offers sits at one."""
    kinds = [(variant, has_modules) for variant in VARIANTS for has_modules in (False, True)]
    names = [step.name for step in LADDER]
    return [Table(*kind, tuple(names[at :: len(kinds)])) for at, kind in enumerate(kinds)]


class Tour:
    """One player, who notes what was played: all of it has to be found afterwards."""

    def __init__(self, window: Window, address: str) -> None:
        self.window, self.address = window, address
        self.played: list[str] = []
        """The ids of all games that are over."""

    @property
    def match(self) -> str:
        return str(self.window.told("() => location.pathname.split('/').at(-1)"))

    def wait_until_kept(self) -> None:
        """Wait until the page says that it needs the line no more."""
        self.window.wait("() => document.documentElement.dataset.offline === 'ready'")

    # --- games -------------------------------------------------------------------------------

    def start_alone(self) -> None:
        self.window.go(self.address)
        self.window.click(".play-row .primary", "Play")
        self.window.see(".game .place")

    def start(self, table: Table) -> None:
        window = self.window
        window.go(self.address)
        window.click(".modes button", "Bots")
        for number, bot in enumerate(table.bots, 1):
            if number > 1:
                window.click("dialog button", "One more")
            window.choose(f"dialog [aria-label='Strength of bot {number}']", bot)
        window.click("dialog .variant", table.variant)
        if table.has_modules:
            for module in ("Starting tiles", "Gap fillers", "Special tokens"):
                window.click("dialog .toggle-row", module)
            window.click("dialog .token-counts button", "6")
        window.click("dialog .primary", "Play")

    def start_with_others(self) -> None:
        """A classic game with all bots that the page does not offer."""
        self.window.go(self.address)
        match = self.window.told(
            f"""async (bots) => {{
              const {{ newMatch, plainOptions }} = {API};
              return (await newMatch(plainOptions(1 + bots.length), bots)).match;
            }}""",
            OTHERS,
        )
        self.window.go(f"{self.address}m/{match}")

    def take_turn(self) -> bool:
        """Do what is asked for, a tile to the first spot; whether the game is over already."""
        window = self.window
        asked, revision = window.wait(ASKED)
        if asked == "over":
            return True
        if asked == "place":
            window.press("Tab")
            window.wait("() => document.querySelector('.place:not(:disabled)') !== null")
            window.press("Enter")
        elif asked == "done":
            window.click(".game .actions .done")
        else:
            window.click(".game .actions .btn")
        window.wait(
            """(before) => document.querySelector('.result h1')
              || document.body.dataset.revision !== before""",
            revision,
        )
        return False

    def play_to_the_end(self) -> None:
        while not self.take_turn():
            pass
        self.played.append(self.match)

    # --- around them -------------------------------------------------------------------------

    def ask_for_hint(self) -> None:
        self.window.click(".hint button", "Hint")
        self.window.wait(
            "() => /level/i.test(document.querySelector('.hint-words')?.textContent ?? '')"
        )
        self.window.focus(".table")  # Tab would lead away from the button

    def analyse(self) -> dict[str, Any]:
        """From the end of a game to all that its analysis says."""
        self.window.click(".ways-on a", "Analysis")
        # Until it has begun, the bar is not there.
        self.window.wait("() => document.querySelector('progress:not(.host-progress)')?.hidden")
        told: dict[str, Any] = self.window.told(
            f"""async (match) => {{
              const {{ get }} = {API};
              return get(`/matches/${{match}}/analysis`);
            }}""",
            self.match,
        )
        return told

    def look_again(self) -> None:
        """The replay of the last game, and some steps of it."""
        self.window.go(f"{self.address}replay/{self.played[-1]}")
        self.window.see("h1")
        self.window.wait("() => document.querySelector('input[type=range]')?.max >= 10")
        before = self.window.told("() => document.querySelector('input[type=range]').value")
        self.window.focus("input[type=range]")
        self.window.press("ArrowLeft" if int(before) else "ArrowRight")
        self.window.wait(
            "(before) => document.querySelector('input[type=range]').value !== before", before
        )

    def find_games(self) -> list[str]:
        """What the history lists."""
        self.window.go(f"{self.address}history")
        self.window.see(".games a")
        listed = self.window.told(
            "() => [...document.querySelectorAll('.games a')].map(({ href }) => href)"
        )
        return [address.split("/")[-1] for address in listed]

    def learn(self) -> None:
        """Solve a lesson, by the field for typed commands."""
        window = self.window
        window.go(f"{self.address}learn")
        window.told("""() => {
          const kept = JSON.parse(localStorage.getItem('nmbr9') ?? '{}');
          localStorage.setItem('nmbr9', JSON.stringify({ ...kept, commandField: true }));
        }""")
        window.see("a[href*='/learn/']")
        window.go(f"{self.address}learn/{LESSON}")
        taught = all_lessons()[LESSON]
        game = taught.start()
        for goal in taught.goals:
            before = window.see(".task", "Your turn")
            action = next(one for one in game.legal_actions(LEARNER) if matches(goal, one))
            window.focus(".typed input")
            window.press(*str(action), "Enter")
            window.wait(
                "(before) => document.querySelector('.task').textContent !== before", before
            )
            game = game.apply(LEARNER, action)
        window.see(".task", "Well done")
