"""Chinese Whist: rules.md, section 9 [S2].

Two, three or four players, four of them in partnerships. Each has open cards on covered ones and
a card or two in hand; what is uncovered in a trick is turned before the next. Nobody calls: the
dealer names trumps. Tricks above six count towards a game of several deals, and money moves in
the deal that ends one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from core.breach import LAWFUL, Breaches, irregular
from core.cards import BIT, CARD_TEXT, FULL_PACK, Card, Hand, Suit, hand_of, parse_card
from core.counters import Payment, amount_text, parse_amount
from core.deal import Deal
from core.places import Whence, whence
from core.pool import Pool
from core.rulebook import (
    Award,
    Carried,
    Contract,
    Ending,
    OptionRule,
    Options,
    Outcome,
    Points,
    RuleBook,
    Sanction,
    Table,
    VoidRule,
)
from core.seats import CLOCKWISE, PAIRING, SEAT_LETTERS, Seat

# -- (a) set-up -----------------------------------------------------------------------------------

SET_UP: Final = Table(
    ("players", "pack", "face down", "face up", "down cards in hand", "total each", "tricks"),
    (
        (4, 52, 6, 6, 1, 13, 13),
        (3, 51, 8, 8, 1, 17, 17),
        (2, 52, 12, 12, 2, 26, 26),
    ),
)
SEATS: Final = (4, 3, 2)
SIDES: Final = {4: ((0, 2), (1, 3))}
"""With four the partners sit opposite."""
PACKS: Final = {3: FULL_PACK & ~BIT[parse_card("2S")]}


def _by_seats(column: str) -> Mapping[int, int]:
    return {seats: SET_UP.figure(seats, column) for seats in SEATS}


# -- (b), (c) trumps ------------------------------------------------------------------------------

NO_CONTRACT: Final = Contract(0, "", "", "tricks above six", target=0)


def award(_deal: Deal) -> Award:
    """Nobody calls; the deal waits for the trumps."""
    return Award(NO_CONTRACT, None, None, None)


def names_trump(deal: Deal) -> Seat:
    """The dealer does, any suit, without consultation (9(b), CW-G7)."""
    return deal.dealer


# -- (d) play -------------------------------------------------------------------------------------


def bars_play(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """The opening lead is from the open cards, or by option every lead while there are any."""
    always = deal.options["lead_rule"] == "always_exposed"
    if deal.cards and not always:
        return LAWFUL
    if BIT[card] & (deal.held[seat] & deal.shown[seat]) or whence(deal, seat, card) != Whence.HAND:
        return LAWFUL
    lie_open = (deal.shown[seat] & deal.held[seat]).bit_count()
    if deal.cards and lie_open <= deal.left_unseen[seat]:
        return LAWFUL
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    what = "every lead" if always else "the opening lead"
    message = f"{letter} leads {text} from his hand: {what} is one of the open cards"
    return (irregular("lead-from-hand", message, "CW-G1", text),)


# -- (e) scoring ----------------------------------------------------------------------------------

BOOK: Final = 6
SCALED_BOOK: Final = {4: 6, 3: 5, 2: 13}
HONOUR_POINTS: Final = {4: 4, 3: 2}
HONOURS: Final = "AKQJ"


def honour_cards(deal: Deal, trump: Suit) -> Hand:
    """Ace, king, queen, jack of trumps, where they count by agreement (2.2, CW-G12)."""
    if deal.options["honours"] != "true":
        return 0
    return hand_of(parse_card(rank + "SHDC"[trump]) for rank in HONOURS)


def _sides(outcome: Outcome, seats: int) -> tuple[tuple[Seat, ...], ...]:
    return outcome.sides or tuple((seat,) for seat in range(seats))


def _trick_points(outcome: Outcome, options: Options, seats: int) -> tuple[int, ...] | None:
    """Count the tricks of each side above six, or by option above a scaled book (CW-G4)."""
    tricks = outcome.by_side if outcome.sides else outcome.tricks
    if tricks is None:
        return None
    book = BOOK if options["book"] == "six" else SCALED_BOOK[seats]
    return tuple(max(taken - book, 0) for taken in tricks)


def _honour_points(outcome: Outcome, options: Options, seats: int) -> tuple[int, ...] | None:
    """Four honours dealt to a side count four, three two (CW-G12); None where nobody knows."""
    sides = _sides(outcome, seats)
    if options["honours"] != "true":
        return (0,) * len(sides)
    if (by_seat := outcome.honours_by_seat) is not None:
        return tuple(HONOUR_POINTS.get(sum(by_seat[s] for s in side), 0) for side in sides)
    if outcome.honours is None:
        return None
    points = HONOUR_POINTS.get(outcome.honours, 0)
    if points and outcome.honoured is None:
        return None
    return tuple(points * (outcome.honoured in side) for side in sides)


def _added(
    before: Sequence[int],
    tricks: Sequence[int],
    honours: Sequence[int] | None,
    most: Sequence[int | None],
    game: int,
) -> list[int] | None:
    """Add a deal to the scores: tricks first; honours only if they have not ended the game.

    Args:
        before: the score of each side.
        tricks: its points for tricks.
        honours: its points for honours, None where nobody knows them.
        most: what a side that has revoked can reach (W-R).
        game: the points of a game.

    """

    def capped(scores: Sequence[int]) -> list[int]:
        pairs = zip(scores, most, strict=True)
        return [score if limit is None else min(score, limit) for score, limit in pairs]

    after = capped([a + b for a, b in zip(before, tricks, strict=True)])
    if winner_of(after, game) is not None:
        return after
    if honours is None:
        return None
    return capped([a + b for a, b in zip(after, honours, strict=True)])


def winner_of(scores: Sequence[int], game: int) -> int | None:
    """Tell which side has the game: the higher total where several have; a tie is played on."""
    best = max(scores)
    return scores.index(best) if best >= game and scores.count(best) == 1 else None  # CW-G5


def points(outcome: Outcome, options: Options, seats: int) -> Points | None:
    """What a deal adds to the scores; None where something is unknown (CW-G11)."""
    sides, carried = _sides(outcome, seats), outcome.carried
    by_seat = (0,) * seats if carried is None else carried.points
    tricks = _trick_points(outcome, options, seats)
    if by_seat is None or tricks is None:
        return None
    before = [by_seat[side[0]] for side in sides]
    game = int(options["game_points"])
    guilty = {*outcome.revokes, *outcome.offenders}
    most = [
        max(score, game - 1) if guilty & {*side} else None
        for side, score in zip(sides, before, strict=True)
    ]
    after = _added(before, tricks, _honour_points(outcome, options, seats), most, game)
    if after is None:
        return None
    side_of = [next(n for n, side in enumerate(sides) if seat in side) for seat in range(seats)]
    return Points(
        tuple(after[side] - before[side] for side in side_of),
        tuple(before[side] for side in side_of),
        tuple(after[side] for side in side_of),
    )


def settle(
    outcome: Outcome, _pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Nothing moves before a side has the game; then each loser pays a winner (CW-G11)."""
    scored = points(outcome, options, seats)
    if scored is None:
        return None
    sides = _sides(outcome, seats)
    scores = [scored.after[side[0]] for side in sides]
    won = winner_of(scores, int(options["game_points"]))
    if won is None:
        return ()
    return tuple(
        _payment(loser, winner, scored.after, options)
        for loser, winner in _who_pays(sides, won, seats)
    )


def _who_pays(sides: tuple[tuple[Seat, ...], ...], won: int, seats: int) -> list[tuple[Seat, Seat]]:
    """Pair losers and winners: with four as 2.5 has it, else all pay the winner (CW-G6)."""
    losers = [seat for seat in range(seats) if seat not in sides[won]]
    if len(sides[won]) > 1:
        return list(PAIRING[frozenset(losers)].items())
    return [(loser, sides[won][0]) for loser in losers]


def _payment(loser: Seat, winner: Seat, scores: Sequence[int], options: Options) -> Payment:
    stake = parse_amount(options["stake"])
    more, fewer = scores[winner], scores[loser]
    rule = "CW-G6" if len(scores) == 3 else "CW-G11"  # noqa: PLR2004  (three players)
    told = f"game won, {more} points to {fewer}"
    if options["stake_kind"] == "game":
        return Payment(loser, winner, stake, f"{told}: one stake", rule)
    because = f"{told}: {more - fewer} at {amount_text(stake)}"
    return Payment(loser, winner, (more - fewer) * stake, because, rule)


def carry(_carried: Carried | None, outcome: Outcome, options: Options) -> Carried:
    """The scores go on to the next deal; when a game is over they go back to nought (CW-G11)."""
    seats = sum(map(len, outcome.sides)) or len(outcome.tricks or ())
    scored = points(outcome, options, seats) if seats else None
    if scored is None:
        return Carried()
    if winner_of(_scores(scored.after, outcome), int(options["game_points"])) is not None:
        return Carried(points=(0,) * seats)
    return Carried(points=scored.after)


def _scores(by_seat: Sequence[int], outcome: Outcome) -> list[int]:
    return [by_seat[side[0]] for side in _sides(outcome, len(by_seat))]


# -- (f) irregularities ---------------------------------------------------------------------------


def after_penalties(outcome: Outcome, options: Options) -> Outcome:
    """Each revoke that is charged gives the other side three tricks, or by option two (W-R).

    With three they are whose who claims it, which only a ruling tells (CW-G10): till then nobody
    knows what the deal came to. No score falls below zero.
    """
    sides = outcome.sides
    if not outcome.revokes or outcome.ending is Ending.THROWN_IN:
        return outcome
    tricks = outcome.by_side if sides else outcome.tricks
    if tricks is None or len(tricks) > 2:  # noqa: PLR2004  (two sides)
        return outcome._replace(tricks=None, by_side=None)
    counts = list(tricks)
    for seat in outcome.revokes:
        side = seat if not sides else next(n for n, one in enumerate(sides) if seat in one)
        moved = min(int(options["revoke_tricks"]), counts[side])
        counts[side] -= moved
        counts[1 - side] += moved
    if sides:
        return outcome._replace(by_side=tuple(counts))
    return outcome._replace(tricks=tuple(counts))


# -- the book -------------------------------------------------------------------------------------

OPTIONS: Final = (
    OptionRule("initial_balance", (), "0", "2.4"),
    OptionRule("game_points", ("10", "7", "5"), "10", "CW(e)"),
    OptionRule("book", ("six", "scaled"), "six", "CW-G4"),
    OptionRule("lead_rule", ("opening_only", "always_exposed"), "opening_only", "CW-G1"),
    OptionRule("stake", (), "1", "CW(e)", positive=True),
    OptionRule("stake_kind", ("points", "game"), "points", "CW-G11"),
    OptionRule("honours", ("false", "true"), "false", "CW-G12"),
    OptionRule("revoke_tricks", ("3", "2"), "3", "W-R"),
)

CHINESE_WHIST: Final = RuleBook(
    key="chinese-whist",
    title="Chinese Whist",
    edition=1,
    section="9",
    mark="CW",
    rulings=12,
    seats=SEATS,
    direction=CLOCKWISE,
    deals=None,
    cards_each=_by_seats("total each"),
    packs=PACKS,
    places=_by_seats("face up"),
    sides=SIDES,
    calls=(),
    tables={},
    options=OPTIONS,
    voids={
        "misdeal": VoidRule(deal_passes=True, counts=False, fine=0, rule="W10"),
        "cancelled": VoidRule(deal_passes=False, counts=False, fine=0, rule="C-4"),
    },
    sanctions={"revoke": Sanction("W-R", tricks=3)},
    has_pool=False,
    award=award,
    names_trump=names_trump,
    trump_rule="CW(b)",
    bars_play=bars_play,
    honour_cards=honour_cards,
    carry=carry,
    points=points,
    after_penalties=after_penalties,
    settle=settle,
)
