// Types that several modules of the page share. Nothing here is ever sent to a browser.

/** A cell of the grid; x grows to the right, y grows downwards. */
type Cell = [x: number, y: number];

/** What a piece is: one of the three, as in the protocol. */
interface Kind {
    number?: number;
    /** An index into ours, or the rows of a shape of somebody's own. */
    starting_tile?: number | string[];
    filler?: number;
}

/** A piece as in the protocol; `x`, `y` is the top left of the turned tile's bounding box. */
interface Piece extends Kind {
    flipped?: boolean;
    rotation: number;
    x: number;
    y: number;
    level: number;
}

/** Squares in a bounding box that begins at 0, 0. */
interface Shape {
    width: number;
    height: number;
    cells: Cell[];
}

/** A rectangle in cells; right and bottom are the far sides. */
interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

/** Where a digit stands: the top left of a block of `side` by `side` cells, 2 or 1. */
interface DigitPlace {
    x: number;
    y: number;
    side: number;
}

type Role =
    | 'face'
    | 'wall'
    | 'edge'
    | 'shadow'
    | 'fog'
    | 'grid'
    | 'digit'
    | 'pill'
    | 'pilltext'
    | 'hatching';

/** Attributes that colour an element of a piece. */
type Paint = (piece: Piece, role: Role) => string;

interface Drawing {
    /** Only outlines and faces. */
    mini?: boolean;
    /** Digits turn with their tiles. */
    turning?: boolean;
    paint?: Paint;
}

/** What is said next to the ghost: what it brings and where, or why it does not fit. */
type Pill = { points: number; level: number; token?: string } | { words: string };

/** The tile being tried. */
interface Ghost {
    piece: Piece;
    state: 'fits' | 'illegal';
    /** Squares that are the problem. */
    wrong: Cell[];
    pill: Pill | null;
    /** Where it would fit if it were turned, when it fits nowhere near as it is. */
    turned: Piece | null;
}

/** A spot where the tile in hand may go. */
interface Spot {
    x: number;
    y: number;
    points: number;
    level: number;
    /** The middle of the digit, in cells. */
    digitAt: Cell;
    /** For those who hear it. */
    label?: string;
}

/** What one level brings. */
interface LevelLine {
    level: number;
    numbers: number[];
    points: number;
}

/** One action of a replay and what it changed, as `POST /api/replay` answers. */
interface Step {
    // deno-lint-ignore no-explicit-any -- an action as in a record, of any kind
    action: Record<string, any> & { player: number; do: string };
    notation: string;
    round: number;
    revealed: number[];
    /** The tile in hand before. */
    number: number | null;
    display: { keep: number; pieces: Piece[] } | { pieces: Piece[] };
    levels: LevelLine[];
    gained: number;
    scores: number[];
}

interface Replay {
    options: {
        players: number;
        variant: string;
        starting_tiles: boolean;
        gap_fillers: boolean;
        special_tokens: string[];
    };
    names: string[];
    deck: number[];
    is_over: boolean;
    start: { pieces: Piece[] }[];
    steps: Step[];
    levels: LevelLine[][];
    scores: number[];
    winners: number[];
    /** Which bot played at a seat, in a match of this server. */
    bots?: (string | null)[];
}

/** A player's display after one of their steps; the first is the start. */
interface Frame {
    /** Which action of the game, from 0. */
    at?: number;
    step: Step | null;
    pieces: Piece[];
    levels: LevelLine[];
    points: number;
}

/** A way to go on, and what it promises. */
interface Way {
    action: Step['action'];
    /** The score expected at the end. */
    value: number;
    gained: number;
}

/** A decision and what it lost, as `GET /api/analysis` tells. */
interface Judged {
    index: number;
    round: number;
    action: Step['action'];
    value: number;
    loss: number;
    low: number;
    high: number;
    best: Way[];
}

interface Analysis {
    id: string;
    state: 'waiting' | 'computing' | 'complete' | 'failed';
    is_complete: boolean;
    progress: number;
    par: number | null;
    best_found: number | null;
    players: { loss: number; moves: Judged[]; turning_points: number[] }[];
}

/** A piece with a line around it and a word beside it. */
interface Mark {
    piece: Piece;
    kind: 'own' | 'best';
    label: string;
    isBelow: boolean;
}

/** A lesson as the server tells it. */
interface Lesson {
    id: string;
    chapter: 'basic' | 'modules' | 'tokens' | 'variants';
    paragraphs: string[];
    /** How many tasks it has. */
    goals: number;
    examples: {
        piece: Piece;
        violations: import('./net/match-socket.js').Violation[];
    }[];
    parts: import('./net/parts.js').Parts;
}

/** What a game is played with, as the server tells it. */
type PlayedOptions = import('./net/api.js').Options;

/** A game of one's own, played or begun. */
interface HistoryLine {
    match: string;
    seat: number;
    created: number;
    finished: number | null;
    score: number | null;
    options: PlayedOptions;
    has_own_shapes?: boolean;
    contest: string | null;
    has_others: boolean;
    is_marked?: boolean;
}

/** A table that strangers may join or watch. */
interface TableLine {
    match: string;
    host: string | null;
    options: PlayedOptions;
    has_own_shapes: boolean;
    seats: number;
    /** Of them. */
    open: number;
    /** That it waits or is played. */
    seconds: number;
}

interface Tables {
    open: TableLine[];
    running: TableLine[];
}

interface BestLine {
    options_key: string;
    score: number;
    match: string;
}

interface BoardLine {
    rank: number | null;
    name: string | null;
    score: number;
    rounds: number;
    is_finished: boolean;
    is_practice: boolean;
    is_you: boolean;
    match: string | null;
}

/** Many players on the same deck. */
interface Contest {
    contest: string;
    kind: 'daily' | 'challenge' | 'arena';
    day: string | null;
    options: PlayedOptions;
    has_own_shapes?: boolean;
    closes: number | null;
    is_open: boolean;
    has_finished: boolean;
    is_shown: boolean;
    practice: 'newcomers' | 'known-deck' | null;
    match: string | null;
    par: number | null;
    start: number;
    entered: number;
    board: BoardLine[];
}
