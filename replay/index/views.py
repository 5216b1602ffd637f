"""The views over the tables of the index, for people: what they hold, and the SQL that makes them.

Columns whose names end in ``_12`` are exact, in whole twelfths of a counter; ``amount(x)`` writes
one as the program does, ``-135/2``. The column beside it is the same in counters, as a decimal.
"""

from typing import Final, NamedTuple

from replay.index.tables import Table


class View(NamedTuple):
    """One view."""

    name: str
    meaning: str
    columns: tuple[tuple[str, str], ...]
    """Name and meaning, in their order."""
    sql: str


MACROS: Final = (
    # greatest_common_divisor is 12 for nothing at all, and never less than 1
    (
        "create macro amount(x) as case when x % 12 = 0 then cast(x // 12 as varchar) else "
        "cast(x // greatest_common_divisor(x, 12) as varchar) || '/' || "
        "cast(12 // greatest_common_divisor(x, 12) as varchar) end"
    ),
    "create macro counters(x) as cast(cast(x as decimal(28, 6)) / 12 as decimal(28, 6))",
    "create macro address(session, deal) as session || '.' || deal",
    "create macro block(session) as session // 1000",
)

PLAYS: Final = View(
    "plays",
    "one row a card played, made from `tricks`",
    (
        ("session", "the session's number"),
        ("deal", "the deal's place in it"),
        ("trick", "from 1"),
        ("position", "1 the lead, and so on: card `t5.2` is position 2 of trick 5"),
        ("seat", "who played it; null if not known"),
        ("card", "`KS`; `?` if nobody noted it"),
        ("won", "whether it took the trick; null if not known"),
    ),
    " union all ".join(
        f"select session, deal, trick, {place} as position, seats[{place}] as seat, "  # noqa: S608
        f"card{place} as card, seats[{place}] = winner as won "
        f"from tricks where card{place} is not null"
        for place in range(1, 5)
    ),
)
TIMELINE: Final = View(
    "timeline",
    "the sessions that count, in their order: by day played, else recorded, then number",
    (
        ("session", "the session's number"),
        ("position", "its place in the order, from 1; sessions without a day come last"),
        ("day", "the day played, else recorded; null if neither is known"),
        ("game", "the game's key"),
        ("seats", "how many sit at the table"),
        ("cards", "cards dealt to each"),
        ("pack", "cards of the pack"),
    ),
    "select session, row_number() over (order by day nulls last, session) as position, day, game, "
    "seats, cards, pack from (select *, coalesce(played, cast(first_recorded as date)) as day "
    "from sessions where problem is null)",
)
_WHERE: Final = (
    ("session", "the session's number"),
    ("deal", "the deal's place in it"),
    ("address", "`12.8`"),
    ("day", "the day played, else recorded; null if neither is known"),
    ("position", "the session's place in the order of sessions; null if it is left out"),
    ("game", "the game's key"),
)
_CONTRACT: Final = (
    ("contract", "the contract played; null where there is none or it is not known"),
    ("rung", "its place on the ladder"),
    ("trumps", "trump suit; null without"),
    ("aim", "`at least`, `exactly` or `none` of the tricks"),
    ("target", "tricks that it asks for"),
    ("tricks", "tricks of the caller's side"),
    ("margin", "tricks over (+) or under (−) a target of at least so many; else null"),
    ("made", "whether it was made; null if not known"),
    ("ending", "how the play ended; null if it has not"),
    ("forced", "whether the caller never bid it himself; null where nobody called"),
)
_CONTRACT_SQL: Final = (
    "d.contract, d.rung, d.trumps, d.aim, d.target, d.tricks, "
    "case when d.aim = 'at least' then d.tricks - d.target end as margin, "
    "d.made, d.ending, d.forced"
)
_WHERE_SQL: Final = (
    "d.session, d.deal, address(d.session, d.deal) as address, t.day, t.position, "
    "coalesce(t.game, s.game) as game"
)
_END: Final = (
    ("level", "how much is recorded: `result` … `all-tricks`"),
    ("left_out", "why the deal counts in no figure; null where it counts"),
)
PLAYER_DEALS: Final = View(
    "player_deals",
    "one row for each player of a deal",
    (
        *_WHERE,
        ("seats", "how many sit at the table"),
        ("person", "who, merged entries being one"),
        ("name", "what he is called today"),
        ("player", "the id as written"),
        ("seat", "`A` to `D`"),
        ("place", "place after the dealer: 1 the eldest hand, last the dealer"),
        ("role", "`caller`, `partner`, `defender`, `all-pass`, `single`; null if not known"),
        *_CONTRACT,
        ("own_tricks", "tricks that he took himself; null if not known"),
        ("hand", "as dealt; null if not wholly known"),
        ("strength", "ace 4, king 3, queen 2, jack 1; null as `hand`"),
        ("honours", "honours in trumps dealt to him; null if not counted or known"),
        ("net", "gained in counters, as taken, else by the rules; null if not known"),
        ("net_12", "the same, exact"),
        ("by_rules_12", "gained by the rules; null if not priced"),
        ("contributed_12", "paid in before the deal"),
        ("divided_12", "got when the pool was divided after it"),
        ("balance_12", "his balance in the session after all that"),
        *_END,
        ("voided", "`misdeal` or `cancelled`; null if it stands"),
        ("findings", "open findings of the deal"),
    ),
    "select p.session, p.deal, address(p.session, p.deal) as address, t.day, t.position, p.game, "
    "p.seats, coalesce(who.person, p.player) as person, coalesce(who.name, p.player) as name, "
    "p.player, p.seat, p.place, p.role, p.contract, p.rung, p.trumps, p.aim, p.target, "
    "p.side as tricks, p.margin, p.made, p.ending, p.forced, "
    "p.tricks as own_tricks, p.hand, p.strength, p.honours, "
    "counters(p.net) as net, p.net as net_12, p.net_by_rules as by_rules_12, "
    "p.contributed as contributed_12, p.divided as divided_12, p.balance as balance_12, "
    "p.level, p.left_out, p.voided, p.findings "
    "from players p left join timeline t using (session) left join people who on who.id = p.player",
)
CONTRACTS: Final = View(
    "contracts",
    "one row a deal with a contract",
    (
        *_WHERE,
        *_CONTRACT,
        ("caller", "the caller's person; null where all passed"),
        ("partner", "his partner's person; null where he had none"),
        ("by_caller_12", "what the caller gained, exact; null if not known"),
        ("calls", "calls recorded"),
        ("honours", "honours dealt to the caller's side; null if not counted or known"),
        *_END,
    ),
    f"select {_WHERE_SQL}, {_CONTRACT_SQL}, coalesce(c.person, c.player) as caller, "  # noqa: S608
    "coalesce(h.person, h.player) as partner, c.net as by_caller_12, d.calls, d.honours, "
    "d.level, d.left_out from deals d join sessions s using (session) "
    "left join timeline t using (session) "
    "left join (select session, deal, seat, player, net, person from players "
    "left join people on id = player where role = 'caller') c using (session, deal) "
    "left join (select session, deal, player, person from players "
    "left join people on id = player where role = 'partner') h using (session, deal) "
    "where d.contract is not null",
)
AUCTIONS: Final = View(
    "auctions",
    "one row a call, with who said it on what hand",
    (
        *_WHERE,
        ("number", "the call's place in the auction: step `b1`"),
        ("person", "who, merged entries being one"),
        ("seat", "`A` to `D`"),
        ("place", "place after the dealer"),
        ("call", "what was said"),
        ("is_pass", "whether it was a pass"),
        ("strength", "points of his hand; null if it is not wholly known"),
        ("role", "what he became in the deal; null if not known"),
        ("contract", "what was played in the end; null if nothing, or not known"),
        *_END,
    ),
    f"select {_WHERE_SQL}, a.number, coalesce(who.person, p.player) as person, "  # noqa: S608
    "a.seat, p.place, a.call, a.call = 'pass' as is_pass, p.strength, p.role, d.contract, "
    "d.level, d.left_out from calls a join players p using (session, deal, seat) "
    "join deals d using (session, deal) join sessions s using (session) "
    "left join timeline t using (session) left join people who on who.id = p.player",
)
BALANCES: Final = View(
    "balances",
    "one row for each player of a deal: what he has won or lost up to it, over all sessions",
    (
        ("person", "who, merged entries being one"),
        ("name", "what he is called today"),
        ("position", "the session's place in the order of sessions"),
        ("session", "the session's number"),
        ("deal", "the deal's place in it"),
        ("day", "the day played, else recorded; null if neither is known"),
        ("game", "the game's key"),
        ("balance_12", "his balance in the session after the deal; null if not known"),
        ("running", "gained since his first session, in counters; null if not known"),
        ("running_12", "the same, exact"),
        ("unknown", "earlier sessions of which it is not known what he gained"),
    ),
    "select person, name, position, session, deal, day, game, balance_12, "
    "counters(running_12) as running, running_12, unknown from ("
    "select r.person, r.name, r.position, p.session, p.deal, r.day, r.game, "
    "p.balance as balance_12, r.unknown, "
    "case when r.unknown = 0 then r.before + p.balance - r.opening end as running_12 "
    "from players p join totals r on r.session = p.session and r.player = p.player)",
)
TOTALS: Final = View(
    "totals",
    "one row for each player of a session that counts, with what he had gained before it",
    (
        ("person", "who, merged entries being one"),
        ("name", "what he is called today"),
        ("player", "the id as written"),
        ("position", "the session's place in the order of sessions"),
        ("session", "the session's number"),
        ("day", "the day played, else recorded; null if neither is known"),
        ("game", "the game's key"),
        ("deals", "deals that he sat in, those that do not stand included"),
        ("opening", "his balance when he sat down, in twelfths"),
        ("closing", "his balance at the end, in twelfths; null if not known"),
        ("change", "gained in the session, in counters; null if not known"),
        ("change_12", "the same, exact"),
        ("before", "gained in earlier sessions, in twelfths, as far as it is known"),
        ("unknown", "earlier sessions of which it is not known what he gained"),
    ),
    # persons are named below the window, so that only those who are asked for are put in order
    "select person, name, player, position, session, day, game, deals, opening, closing, "
    "counters(change) as change, change as change_12, "
    "cast(coalesce(sum(change) over earlier, 0) as bigint) as before, "
    "cast(coalesce(sum(cast(change is null as integer)) over earlier, 0) as bigint) as unknown "
    "from (select coalesce(who.person, r.player) as person, coalesce(who.name, r.player) as name, "
    "r.player, t.position, r.session, t.day, t.game, r.deals, r.opening, r.closing, r.change "
    "from results r join timeline t using (session) left join people who on who.id = r.player) "
    "window earlier as (partition by person order by position, player "
    "rows between unbounded preceding and 1 preceding)",
)
PAIRS: Final = View(
    "pairs",
    "one row a payment by the rules: who pays whom",
    (
        *_WHERE,
        ("kind", "`contribution`, `payment` or `division`"),
        ("payer", "the person who pays; null for the pool"),
        ("payee", "the person who is paid; null for the pool"),
        ("amount", "how much, in counters"),
        ("amount_12", "the same, exact"),
        ("because", "the arithmetic in words"),
        ("rule", "the rule's id"),
        ("left_out", "why the deal counts in no figure; null where it counts"),
    ),
    f"select {_WHERE_SQL}, m.kind, coalesce(f.person, m.from_player) as payer, "  # noqa: S608
    "coalesce(g.person, m.to_player) as payee, counters(m.amount) as amount, "
    "m.amount as amount_12, m.because, m.rule, d.left_out "
    "from payments m join deals d using (session, deal) join sessions s using (session) "
    "left join timeline t using (session) left join people f on f.id = m.from_player "
    "left join people g on g.id = m.to_player",
)
LUCK: Final = View(
    "luck",
    "one row for each hand that is wholly known: what was dealt against what was to be expected",
    (
        *_WHERE,
        ("person", "who, merged entries being one"),
        ("name", "what he is called today"),
        ("role", "what he became in the deal; null if not known"),
        ("strength", "ace 4, king 3, queen 2, jack 1"),
        ("expected", "the strength of such a hand on the average"),
        ("honours", "honours in trumps dealt to him; null if not counted or known"),
        ("expected_honours", "on the average; null as `honours`"),
        ("net_12", "what he gained, exact; null if not known"),
        ("left_out", "why the deal counts in no figure; null where it counts"),
    ),
    f"select {_WHERE_SQL}, coalesce(who.person, p.player) as person, "  # noqa: S608
    "coalesce(who.name, p.player) as name, p.role, p.strength, "
    "40.0 * s.cards / s.pack as expected, "
    "p.honours, case when p.honours is not null then 4.0 / s.seats end as expected_honours, "
    "p.net as net_12, d.left_out from players p join deals d using (session, deal) "
    "join sessions s using (session) left join timeline t using (session) "
    "left join people who on who.id = p.player where p.strength is not null",
)

PEOPLE: Final = (
    ("id", "a player's id as written in the logs or in the list of players"),
    ("person", "the id that stands for him: his own, or the one he is merged into"),
    ("name", "what he is called today; if others are called so too, with his id: Ada (ada-2)"),
    ("listed", "whether the list of players has him"),
    ("own_name", "what this entry itself is called, also where it is merged into another"),
)
"""The columns of the table of people, which is made from the list of players when it is read."""

VIEWS: Final = (
    PLAYS,
    TIMELINE,
    PLAYER_DEALS,
    CONTRACTS,
    AUCTIONS,
    TOTALS,
    BALANCES,
    PAIRS,
    LUCK,
)
BY_VIEW: Final = {view.name: view for view in VIEWS}


def empty_select(table: Table, types: tuple[str, ...]) -> str:
    """Write the SELECT of a table without rows."""
    cells = [
        f"cast(null as {kind}) as {column.name}"
        for column, kind in zip(table.columns, types, strict=True)
    ]
    return f"select {', '.join(cells)} where false"
