"""The tables of the index: columns with their given types, what they mean, when they are null."""

from typing import Final, NamedTuple

NUMBER: Final = "whole number"
BIG: Final = "big whole number"
TWELFTHS: Final = "twelfths"
"""An amount in whole twelfths of a counter."""
WORD: Final = "word"
"""One of few texts that come again and again."""
TEXT: Final = "text"
FLAG: Final = "flag"
DAY: Final = "day"
TIME: Final = "time"

NEVER: Final = "never"


class Column(NamedTuple):
    """One column."""

    name: str
    kind: str
    meaning: str
    null: str = NEVER
    """When it is null."""


class Table(NamedTuple):
    """One table; its rows are written by `replay.index.rows` and nobody else."""

    name: str
    meaning: str
    columns: tuple[Column, ...]


_SESSION: Final = Column("session", NUMBER, "the session's number, `12`")
_DEAL: Final = Column("deal", NUMBER, "the deal's place in its session: `8` of `12.8`")

SESSIONS: Final = Table(
    "sessions",
    "one row a session, also of one that cannot be read",
    (
        _SESSION,
        Column("file", TEXT, "its log, as the book names it"),
        Column("bytes", BIG, "the log's size"),
        Column("modified", BIG, "the log's time of change, nanoseconds since 1970"),
        Column("head", TEXT, "SHA-256 of the log's whole lines"),
        Column("events", NUMBER, "events of the log"),
        Column("state", WORD, "`open`, `closed`, or `left out`"),
        Column("problem", TEXT, "why it is left out", "it is not left out"),
        Column("game", WORD, "the game's key", "the log does not tell, or it cannot be read"),
        Column("edition", NUMBER, "the edition of the rule book", "as `game`"),
        Column("options", TEXT, "every table setting, as JSON", "as `game`"),
        Column("title", TEXT, "as given", "none was given"),
        Column("place", TEXT, "where it was played", "nobody noted it"),
        Column("played", DAY, "the day it was played", "nobody noted it"),
        Column("first_recorded", TIME, "when the first entry was recorded, UTC", "it says no time"),
        Column("last_recorded", TIME, "when the latest entry was recorded, UTC", "none has a time"),
        Column("seats", NUMBER, "how many sit at the table", "as `game`"),
        Column("cards", NUMBER, "cards dealt to each", "as `game`"),
        Column("pack", NUMBER, "cards of the pack", "as `game`"),
        Column("deals", NUMBER, "deals opened, those that do not stand included"),
        Column("pool", TWELFTHS, "the pool as the log leaves it", "no pool, or nobody knows it"),
    ),
)
DEALS: Final = Table(
    "deals",
    "one row a deal opened, also of one that does not stand",
    (
        _SESSION,
        _DEAL,
        Column("event", NUMBER, "the number of the event that opened it: `61` of `12@61`"),
        Column("number", NUMBER, "which deal of the game the rules count"),
        Column("dealer", WORD, "seat"),
        Column("turned", WORD, "the card turned, or its suit", "none was turned or noted"),
        Column("contract", WORD, "the contract played", "thrown in, no calls, or not known"),
        Column(
            "rung", NUMBER, "the contract's place on the ladder, from the lowest", "as `contract`"
        ),
        Column("caller", WORD, "the caller's seat", "nobody called, or not known"),
        Column("partner", WORD, "his partner's seat", "he had none, or not known"),
        Column("trumps", WORD, "trump suit", "no trumps, or not known"),
        Column("aim", WORD, "`at least`, `exactly` or `none` of the tricks", "as `contract`"),
        Column("target", NUMBER, "the tricks that the contract asks for", "as `contract`"),
        Column("tricks", NUMBER, "tricks of the caller's side", "nobody called, or not known"),
        Column("made", FLAG, "whether the contract was made", "no contract, or not known"),
        Column("ending", WORD, "how the play ended, `played`, `conceded` …", "it has not ended"),
        Column("forced", FLAG, "whether the caller never bid it himself", "no caller or no calls"),
        Column("calls", NUMBER, "how many calls were recorded"),
        Column("honours", NUMBER, "honours dealt to the caller's side", "not counted or known"),
        Column("level", WORD, "how much is recorded: `result` … `all-tricks`"),
        Column("voided", WORD, "`misdeal` or `cancelled`", "the deal stands"),
        Column("left_out", WORD, "why it counts in no figure of people", "it counts"),
        Column("priced", FLAG, "whether the rules give payments"),
        Column("recorded", FLAG, "whether the table's settlement is recorded"),
        Column("pool_before", TWELFTHS, "the pool, contributions in", "as `sessions.pool`"),
        Column("pool_after", TWELFTHS, "the pool after it, by the rules", "as `sessions.pool`"),
        Column("pool", TWELFTHS, "the pool as the table took it", "as `sessions.pool`"),
        Column("findings", NUMBER, "open findings"),
    ),
)
PLAYERS: Final = Table(
    "players",
    "one row for each player of a deal",
    (
        _SESSION,
        _DEAL,
        Column("seat", WORD, "`A` to `D`"),
        Column("player", WORD, "the player's id as written"),
        Column("place", NUMBER, "place after the dealer: 1 the eldest hand, last the dealer"),
        Column(
            "role",
            WORD,
            "`caller`, `partner`, `defender`, `all-pass`, `single` (no calls)",
            "not known",
        ),
        Column("hand", TEXT, "as dealt, S.H.D.C", "not every card is known"),
        Column("strength", NUMBER, "ace 4, king 3, queen 2, jack 1", "as `hand`"),
        Column("honours", NUMBER, "honours in trumps dealt to him", "not counted or known"),
        Column("tricks", NUMBER, "tricks he took", "not known seat by seat"),
        Column("contributed", TWELFTHS, "paid in before the deal"),
        Column("net", TWELFTHS, "gained, as the table took it, else by the rules", "not known"),
        Column(
            "net_by_rules", TWELFTHS, "gained by the rules", "no source prices it, or not known"
        ),
        Column("divided", TWELFTHS, "got when the pool was divided after the deal"),
        Column("balance", TWELFTHS, "his balance in this session after all that", "not known"),
        Column("calls", NUMBER, "calls that he made", "no auction is recorded"),
        Column("bids", NUMBER, "those of them that propose something", "as `calls`"),
        # The deal's own, once more, so that questions about people need no other table.
        Column("game", WORD, "the game's key"),
        Column("seats", NUMBER, "as `sessions.seats`"),
        Column("contract", WORD, "as `deals.contract`", "as there"),
        Column("rung", NUMBER, "as `deals.rung`", "as there"),
        Column("trumps", WORD, "as `deals.trumps`", "as there"),
        Column("aim", WORD, "as `deals.aim`", "as there"),
        Column("target", NUMBER, "as `deals.target`", "as there"),
        Column("side", NUMBER, "as `deals.tricks`", "as there"),
        Column("alone", FLAG, "whether the caller had no partner", "nobody called, or not known"),
        Column("made", FLAG, "as `deals.made`", "as there"),
        Column("margin", NUMBER, "tricks over (+) or under (−) the target", "it asks for no least"),
        Column("ending", WORD, "as `deals.ending`", "as there"),
        Column("forced", FLAG, "as `deals.forced`", "as there"),
        Column("level", WORD, "as `deals.level`"),
        Column("voided", WORD, "as `deals.voided`", "the deal stands"),
        Column("left_out", WORD, "as `deals.left_out`", "it counts"),
        Column("findings", NUMBER, "as `deals.findings`"),
    ),
)
CALLS: Final = Table(
    "calls",
    "one row a call",
    (
        _SESSION,
        _DEAL,
        Column("number", NUMBER, "its place in the auction, from 1: step `b1`"),
        Column("seat", WORD, "who"),
        Column("call", WORD, "what, as written"),
    ),
)
TRICKS: Final = Table(
    "tricks",
    "one row a trick, also of the one that the log ends with",
    (
        _SESSION,
        _DEAL,
        Column("trick", NUMBER, "from 1: step `t1`"),
        Column("seats", WORD, "who played, in order; the first is the leader", "not known"),
        Column("card1", WORD, "the card led; `?` if nobody noted it", "no card was noted"),
        Column("card2", WORD, "the second card", "as `card1`"),
        Column("card3", WORD, "the third", "as `card1`, or only two play"),
        Column("card4", WORD, "the fourth", "as `card1`, or fewer play"),
        Column("winner", WORD, "seat", "not finished, or not known"),
    ),
)
PAYMENTS: Final = Table(
    "payments",
    "one row a payment by the rules or as it was ruled",
    (
        _SESSION,
        _DEAL,
        Column("number", NUMBER, "its place among those of the deal, from 1"),
        Column(
            "kind", WORD, "`contribution` before the deal, `payment`, `division` after the last"
        ),
        Column("payer", WORD, "seat, or `pool`"),
        Column("payee", WORD, "seat, or `pool`"),
        Column("from_player", WORD, "who pays, id as written", "the pool pays"),
        Column("to_player", WORD, "who is paid, id as written", "the pool is paid"),
        Column("amount", TWELFTHS, "how much"),
        Column("because", WORD, "the arithmetic in words"),
        Column("rule", WORD, "the rule's id"),
    ),
)
FINDINGS: Final = Table(
    "findings",
    "one row a finding of the audit",
    (
        _SESSION,
        Column("deal", NUMBER, "the deal's place", "it is about no deal"),
        Column("code", WORD, "what kind"),
        Column("severity", WORD, "`unreadable`, `impossible`, `irregular`, `difference`, `note`"),
        Column("place", TEXT, "the step, `12.8:t2.3`"),
        Column("event", TEXT, "the event, `12@61`", "it follows from no single event"),
        Column("provable", TEXT, "the step that proves it", "it is plain at its own step"),
        Column("recorded", TEXT, "what was recorded", "as the code has it"),
        Column("expected", TEXT, "what the rule gives", "as the code has it"),
        Column("difference", TEXT, "the one less the other", "as the code has it"),
        Column("rule", WORD, "the rule's id"),
        Column("state", WORD, "`open` or `ruled`"),
        Column("message", TEXT, "one sentence"),
    ),
)
RESULTS: Final = Table(
    "results",
    "one row for each player of a session: what a running balance over sessions is made of",
    (
        _SESSION,
        Column("player", WORD, "the player's id as written"),
        Column("name", WORD, "his name as written"),
        Column("deals", NUMBER, "deals that he sat in, those that do not stand included"),
        Column("opening", TWELFTHS, "his balance when he sat down"),
        Column("closing", TWELFTHS, "his balance as the log leaves it", "not known"),
        Column("change", TWELFTHS, "the one less the other", "not known"),
    ),
)

STREAKS: Final = Table(
    "streaks",
    "the longest runs of deals of each person, made of all sessions together",
    (
        Column("person", TEXT, "who, merged entries being one"),
        Column(
            "kind", WORD, "`won`, `lost`: deals one after the other; `made`, `failed`: as caller"
        ),
        Column("length", NUMBER, "deals of the run; the twenty longest of a kind are kept"),
        Column("first", TEXT, "the address of its first deal, `12.8`"),
        Column("last", TEXT, "the address of its last deal"),
        Column("first_day", DAY, "the day of its first deal", "not known"),
        Column("last_day", DAY, "the day of its last deal", "not known"),
        Column("gained", TWELFTHS, "gained in it"),
        Column("lasts", FLAG, "whether it ends with the latest such deal of the person"),
    ),
)
"""The roll-up: it is not written by `replay.index.rows`."""

_BLOCK: Final = Column("block", NUMBER, "a thousand session numbers: block 3 holds 3000 to 3999")
_PLAYER: Final = Column("player", WORD, "the player's id as written")
_GAME: Final = Column("game", WORD, "the game's key")
_LEVEL: Final = Column("level", WORD, "as `deals.level`")
_COUNT: Final = Column("deals", NUMBER, "how many deals")
_PRICED: Final = Column("priced", NUMBER, "those of them that count in figures of money")
_GAIN: Final = Column("gain", TWELFTHS, "net, less stakes, with the pool's division")

SITTINGS: Final = Table(
    "sittings",
    "what each player did in each session",
    (
        _SESSION,
        _PLAYER,
        _COUNT,
        _GAIN,
        Column("most", TWELFTHS, "gained in his best deal", "no deal counts"),
        Column("least", TWELFTHS, "gained in his worst deal", "no deal counts"),
        Column("declared", NUMBER, "contracts that he declared"),
        Column("made", NUMBER, "those of them that he made"),
    ),
)
SEATS: Final = Table(
    "seats",
    "what deals came to by role and place after the dealer",
    (
        _BLOCK,
        _PLAYER,
        _GAME,
        Column("role", WORD, "as `players.role`", "not known"),
        Column("place", NUMBER, "as `players.place`"),
        _LEVEL,
        _COUNT,
        Column("net", TWELFTHS, "gained, as the table took it, else by the rules"),
        Column("stakes", TWELFTHS, "paid into the pool before deals"),
        Column("division", TWELFTHS, "got when a pool was divided"),
        _GAIN,
    ),
)
CALLED: Final = Table(
    "called",
    "what became of contracts, by caller",
    (
        _BLOCK,
        _PLAYER,
        _GAME,
        Column("contract", WORD, "as `deals.contract`"),
        Column("alone", FLAG, "whether the caller had no partner", "not known"),
        Column("made", FLAG, "as `deals.made`"),
        Column("margin", NUMBER, "as `players.margin`", "as there"),
        Column("ending", WORD, "as `deals.ending`", "as there"),
        Column("forced", FLAG, "as `deals.forced`", "as there"),
        _LEVEL,
        _COUNT,
        _PRICED,
        _GAIN,
    ),
)
DEALT: Final = Table(
    "dealt",
    "how strong hands were, and who made a bid on them",
    (
        _BLOCK,
        _PLAYER,
        _GAME,
        Column("cards", NUMBER, "cards dealt to each"),
        Column("strength", NUMBER, "as `players.strength`", "as there"),
        Column("spoke", FLAG, "whether he made a bid", "no auction is recorded"),
        _LEVEL,
        _COUNT,
        _PRICED,
        _GAIN,
    ),
)
HONOURED: Final = Table(
    "honoured",
    "honours in trumps dealt to each in each role",
    (
        _BLOCK,
        _PLAYER,
        _GAME,
        Column("role", WORD, "as `players.role`", "not known"),
        _LEVEL,
        _COUNT,
        Column("honours", NUMBER, "how many honours"),
    ),
)
PARTNERED: Final = Table(
    "partnered",
    "who called with whom as partner",
    (
        _BLOCK,
        Column("caller", WORD, "the caller's id as written"),
        Column("partner", WORD, "his partner's id as written"),
        _GAME,
        _LEVEL,
        _COUNT,
        Column("made", NUMBER, "those of them that were made"),
    ),
)
PAID: Final = Table(
    "paid",
    "who paid whom",
    (
        _BLOCK,
        Column("from_player", WORD, "who pays, id as written", "the pool pays"),
        Column("to_player", WORD, "who is paid, id as written", "the pool is paid"),
        Column("kind", WORD, "as `payments.kind`"),
        _GAME,
        _LEVEL,
        Column("payments", NUMBER, "how many payments"),
        Column("amount", TWELFTHS, "how much in all"),
    ),
)
SUMS: Final = (SITTINGS, SEATS, CALLED, DEALT, HONOURED, PARTNERED, PAID)
"""Sums over the deals of a block, made of its rows by `replay.index.sums`: `trickbook stats` asks
them."""

SELDOM_TWICE: Final = frozenset({"hand", "head"})
"""Columns of texts that hardly ever come again: a dictionary of them would only take room."""

TABLES: Final = (SESSIONS, DEALS, PLAYERS, CALLS, TRICKS, PAYMENTS, FINDINGS, RESULTS)
BY_NAME: Final = {table.name: table for table in TABLES}
