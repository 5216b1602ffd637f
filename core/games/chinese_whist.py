"""Chinese Whist: rules.md, section 9 [S2].

Two, three or four players, four of them in partnerships. Each has open cards on covered ones and
a card or two in hand; what is uncovered in a trick is turned before the next. Nobody calls: the
dealer names trumps. Tricks above six count towards a game of several deals, and money moves in
the deal that ends one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from core.breach import LAWFUL, Breaches, irregular
from core.cards import BIT, CARD_SIGN, CARD_TEXT, FULL_PACK, Card, Hand, Suit, hand_of, parse_card
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
    PointsTold,
    RuleBook,
    Sanction,
    Table,
    VoidRule,
)
from core.seats import CLOCKWISE, PAIRING, SEAT_LETTERS, Seat
from core.wording import counted

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


def bars_all_leads(options: Options) -> bool:
    """Only the opening lead is bound, or by option every lead (CW-G1)."""
    return options["lead_rule"] == "always_exposed"


def bars_play(deal: Deal, seat: Seat, card: Card) -> Breaches:
    """The opening lead is from the open cards, or by option every lead while there are any."""
    always = bars_all_leads(deal.options)
    if deal.cards and not always:
        return LAWFUL
    if BIT[card] & (deal.held[seat] & deal.shown[seat]) or whence(deal, seat, card) != Whence.HAND:
        return LAWFUL
    lie_open = (deal.shown[seat] & deal.held[seat]).bit_count()
    if deal.cards and lie_open <= deal.left_unseen[seat]:
        return LAWFUL
    letter, text = SEAT_LETTERS[seat], CARD_TEXT[card]
    what = "every lead" if always else "the opening lead"
    message = f"{letter} leads {CARD_SIGN[card]} from his hand: {what} is one of the open cards"
    return (irregular("lead-from-hand", message, "CW-G1", text),)


# -- (e) scoring ----------------------------------------------------------------------------------

BOOK: Final = 6
SCALED_BOOK: Final = {4: 6, 3: 5, 2: 13}
HONOUR_POINTS: Final = {4: 4, 3: 2}
HONOURS: Final = "AKQJ"
ALONE: Final = ((0,), (1,), (2,), (3,))
"""The sides where each plays for himself."""


def honour_cards(deal: Deal, trump: Suit) -> Hand:
    """Ace, king, queen, jack of trumps, where they count by agreement (2.2, CW-G12)."""
    if deal.options["honours"] != "true":
        return 0
    return hand_of(parse_card(rank + "SHDC"[trump]) for rank in HONOURS)


def _sides(outcome: Outcome, seats: int) -> tuple[tuple[Seat, ...], ...]:
    return outcome.sides or ALONE[:seats]


def _trick_points(outcome: Outcome, options: Options, seats: int) -> tuple[int, ...] | None:
    """Count the tricks of each side above six, or by option above a scaled book (CW-G4)."""
    tricks = outcome.by_side if outcome.sides else outcome.tricks
    if tricks is None:
        return None
    book = BOOK if options["book"] == "six" else SCALED_BOOK[seats]
    return tuple([max(taken - book, 0) for taken in tricks])


def _honour_points(outcome: Outcome, sides: tuple[tuple[Seat, ...], ...]) -> tuple[int, ...] | None:
    """Four honours dealt to a side count four, three two (CW-G12); None where nobody knows."""
    if (by_seat := outcome.honours_by_seat) is not None:
        return tuple(HONOUR_POINTS.get(sum(by_seat[s] for s in side), 0) for side in sides)
    if outcome.honours is None:
        return None
    points = HONOUR_POINTS.get(outcome.honours, 0)
    if points and outcome.honoured is None:
        return None
    return tuple(points * (outcome.honoured in side) for side in sides)


def _scored(
    outcome: Outcome, options: Options, seats: int
) -> tuple[Sequence[int], Sequence[int]] | None:
    """Add a deal to the scores: tricks first; honours only if they have not ended the game.

    Returns:
        The score of each side before the deal and after it; None where something is unknown.

    """
    sides, carried = _sides(outcome, seats), outcome.carried
    had = (0,) * seats if carried is None else carried.points
    tricks = _trick_points(outcome, options, seats)
    if had is None or tricks is None:
        return None
    before = [had[side[0]] for side in sides]
    game = int(options["game_points"])
    most = _most(outcome, sides, before, game)
    after = _increased(before, tricks, most)
    if options["honours"] != "true" or winner_of(after, game) is not None:
        return before, after
    honours = _honour_points(outcome, sides)
    return None if honours is None else (before, _increased(after, honours, most))


def _most(
    outcome: Outcome, sides: Sequence[Sequence[Seat]], before: Sequence[int], game: int
) -> list[int | None] | None:
    """Give what each side can reach: who has revoked cannot win the game by the deal (W-R)."""
    guilty = {*outcome.revokes, *outcome.offenders}
    if not guilty:
        return None
    return [
        max(score, game - 1) if guilty & {*side} else None
        for side, score in zip(sides, before, strict=True)
    ]


def _increased(
    scores: Sequence[int], more: Sequence[int], most: Sequence[int | None] | None
) -> list[int]:
    after = [a + b for a, b in zip(scores, more, strict=True)]
    if most is None:
        return after
    pairs = zip(after, most, strict=True)
    return [score if limit is None else min(score, limit) for score, limit in pairs]


def winner_of(scores: Sequence[int], game: int) -> int | None:
    """Tell which side has the game: the higher total where several have; a tie is played on."""
    best = max(scores)
    return scores.index(best) if best >= game and scores.count(best) == 1 else None  # CW-G5


def points(outcome: Outcome, options: Options, seats: int) -> Points | None:
    """What a deal adds to the scores; None where something is unknown (CW-G11)."""
    scored = _scored(outcome, options, seats)
    if scored is None:
        return None
    before, after = (_by_seat(scores, _sides(outcome, seats)) for scores in scored)
    return Points(tuple(b - a for a, b in zip(before, after, strict=True)), before, after)


def _by_seat(scores: Sequence[int], sides: Sequence[Sequence[Seat]]) -> tuple[int, ...]:
    by_seat = [0] * sum(map(len, sides))
    for score, side in zip(scores, sides, strict=True):
        for seat in side:
            by_seat[seat] = score
    return tuple(by_seat)


def told_points(outcome: Outcome, options: Options, seats: int) -> tuple[PointsTold, ...]:
    """Say how the points of each side come about, and whether that ends the game."""
    scored, tricks = points(outcome, options, seats), _trick_points(outcome, options, seats)
    taken = outcome.by_side if outcome.sides else outcome.tricks
    if scored is None or tricks is None or taken is None:
        return ()
    sides, game = _sides(outcome, seats), int(options["game_points"])
    book, rule = BOOK, "CW(e)"
    if options["book"] != "six":
        book, rule = SCALED_BOOK[seats], "CW-G4"
    told = [
        PointsTold(side, _told_side(scored, side[0], (count, book, won), game), rule)
        for side, count, won in zip(sides, taken, tricks, strict=True)
    ]
    if winner_of([scored.after[side[0]] for side in sides], game) is None:
        told.append(PointsTold((), f"nobody has the {game} of a game: nothing is paid", "CW-G11"))
    return tuple(told)


def _told_side(scored: Points, seat: Seat, counts: tuple[int, int, int], game: int) -> str:
    """Write the sum of a side, as ``9 − 6 = 3 points, 4 for honours; 3 + 7 = 10 of 10``.

    Args:
        scored: the points by seat.
        seat: one of the side.
        counts: its tricks, how many count nothing, and its points for them.
        game: the points of a game.

    """
    (taken, book, won), gained = counts, scored.deal[seat]
    told = f"{taken} − {book} = {counted(won, 'point')}"
    if not won:
        told = f"{counted(taken, 'trick')}, none above {book}"
    if gained > won:
        told += f", {gained - won} for honours"
    if gained < won:
        told += f", of which {gained} count: who revokes cannot win the game (W-R)"
    before, after = scored.before[seat], scored.after[seat]
    return f"{told}; {before} + {gained} = {after} of {game}"


def settle(
    outcome: Outcome, _pool: Pool, options: Options, seats: int
) -> tuple[Payment, ...] | None:
    """Nothing moves before a side has the game; then each loser pays a winner (CW-G11)."""
    scored = _scored(outcome, options, seats)
    if scored is None:
        return None
    _, after = scored
    won = winner_of(after, int(options["game_points"]))
    if won is None:
        return ()
    sides = _sides(outcome, seats)
    scores = _by_seat(after, sides)
    return tuple(
        _payment(loser, winner, scores, options) for loser, winner in _who_pays(sides, won, seats)
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
    scored = _scored(outcome, options, seats) if seats else None
    if scored is None:
        return Carried()
    _, after = scored
    if winner_of(after, int(options["game_points"])) is not None:
        return Carried(points=(0,) * seats)
    return Carried(points=_by_seat(after, _sides(outcome, seats)))


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
    bars_all_leads=bars_all_leads,
    honour_cards=honour_cards,
    carry=carry,
    points=points,
    told_points=told_points,
    after_penalties=after_penalties,
    settle=settle,
)
