"""The parts that answers are made of: one question in SQL each, its figures, what they count."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from replay.statistics.figures import (
    PER_GAME,
    Figure,
    Kind,
    amount,
    aside,
    count,
    count_of,
    mean,
    number,
    ranged,
    rate,
    rate_range,
    ratio,
    word,
)

GAIN: Final = "net (as the table took it, else by the rules) less stakes, with the pool's division"
COUNTED: Final = "deals that stand and of which it is known what everybody gained"
DECLARED: Final = "deals that stand and of which it is known whether the contract was made"
MADE: Final = "of the declared ones; conceded ones are made by rule"
INTERVAL: Final = (
    "95 % interval of the gain a game, sessions being drawn again (bootstrap); "
    "of five sessions or more"
)


class Part(NamedTuple):
    """One table of an answer."""

    name: str
    title: str
    needs: tuple[str, ...]
    """What has to be counted first: names of SQL in `replay/queries/stats`."""
    query: str
    figures: tuple[Figure, ...]
    compared: tuple[Figure, ...] = ()
    """Figures of everybody, where some are asked about."""


_PLAYER: Final = word("name", "player")
_DEALS: Final = count("deals", counts=COUNTED)
_NET: Final = amount("net", counts="by the deals' settlements, as the table took them")
_GAIN: Final = amount("gain", counts=GAIN)
_PER_DEAL: Final = mean("per_deal", "a deal", "gain", "deals", "gain a deal")
_PER_GAME: Final = mean("per_game", "12 deals", "gain", "deals", "gain in twelve deals", PER_GAME)
_CONTRACT: Final = (word("game"), word("contract"), word("how"))
_DECLARED: Final = count("declared", counts=DECLARED)
_MADE: Final = count("made", counts=MADE)
_RATE: Final = rate("rate", "made %", "made", "declared", "made of declared")
_RANGE: Final = rate_range("rate_95", "made", "declared")

PLAYERS: Final = Part(
    "players",
    "Who gains, and who makes his contracts",
    ("shown", "seats", "declared"),
    "players",
    (
        _PLAYER,
        _DEALS,
        count("sessions", counts="in which such deals were played"),
        aside(_NET),
        aside(amount("stakes", counts="paid into the pool before deals")),
        aside(amount("division", counts="got when a pool was divided")),
        _GAIN,
        aside(_PER_DEAL),
        _PER_GAME,
        ranged("per_game_95", "95 %", INTERVAL),
        _DECLARED,
        _MADE,
        _RATE,
        _RANGE,
        aside(
            count(
                "compared", counts="of the declared ones, contracts that others have declared too"
            )
        ),
        rate("owed_rate", "others %", "owed", "compared", "what others make of the same contracts"),
        word("latest", "last seen"),
    ),
)
ROLES: Final = Part(
    "roles",
    "In which role",
    ("shown", "seats"),
    "roles",
    (
        _PLAYER,
        word("role", counts="single: games without calls"),
        _DEALS,
        _NET,
        _GAIN,
        _PER_DEAL,
        aside(_PER_GAME),
    ),
)
PLACES: Final = Part(
    "places",
    "At which place after the dealer",
    ("shown", "seats"),
    "places",
    (
        _PLAYER,
        count("place", counts="1 is the eldest hand, the last one the dealer"),
        _DEALS,
        _NET,
        _GAIN,
        _PER_DEAL,
    ),
)
CONTRACTS: Final = Part(
    "contracts",
    "Which contracts are made",
    ("called",),
    "contracts",
    (
        *_CONTRACT,
        _DECLARED,
        _MADE,
        _RATE,
        _RANGE,
        count_of(
            "under", "margins", counts="fewer tricks than asked for, as scored; misères apart"
        ),
        count_of("exact", "margins"),
        count_of("over", "margins"),
        aside(
            ratio("margin_mean", "over by", "margin", "margins", "tricks over or under, on average")
        ),
        count("conceded", counts="the adversaries paid"),
        count("given_up", "given up", "the caller paid instead of playing"),
        count("forced", counts="the caller never bid it himself; of recorded auctions"),
        mean("per_deal", "a deal", "gain", "priced", "gain of the caller, of deals that count"),
        aside(mean("per_game", "12 deals", "gain", "priced", "the same in twelve deals", PER_GAME)),
    ),
    (
        count("all_declared", "of all", "declared by everybody"),
        rate("all_rate", "all %", "all_made", "all_declared", "made by everybody"),
        rate_range("all_rate_95", "all_made", "all_declared"),
    ),
)
MARGINS: Final = Part(
    "margins",
    "By how much over or under",
    ("called",),
    "margins",
    (
        *_CONTRACT,
        count("declared", counts=f"{DECLARED}, and that ask for at least so many tricks"),
        count("under_4", "−4…"),
        count("under_3", "−3"),
        count("under_2", "−2"),
        count("under_1", "−1"),
        count("exact", "0"),
        count("over_1", "+1"),
        count("over_2", "+2"),
        count("over_3", "+3"),
        count("over_4", "+4…"),
    ),
)
PAYS: Final = Part(
    "pays",
    "Who pays whom",
    ("shown", "paid"),
    "pays",
    (
        word("payer_name", "from"),
        word("payee_name", "to"),
        count("payments", counts="by the rules or as it was ruled, fines apart"),
        amount("amount"),
        amount("back", counts="what the other paid to him"),
        amount("more", counts="the one less the other"),
    ),
)
PARTNERS: Final = Part(
    "partners",
    "Who calls with whom",
    ("shown", "partnered"),
    "partners",
    (
        word("caller_name", "caller"),
        word("partner_name", "partner"),
        _DECLARED,
        _MADE,
        _RATE,
        _RANGE,
    ),
)
POOL: Final = Part(
    "pool",
    "Who feeds the pool, and who takes it",
    ("shown", "paid"),
    "pool",
    (
        _PLAYER,
        amount("stakes", counts="paid in before deals, those that do not stand included"),
        amount("fed", counts="paid in by what happened, fines included"),
        count("fed_times", "times"),
        amount("won", counts="taken by making a contract"),
        count("won_times", "times"),
        amount("division", counts="got when a pool was divided"),
        amount("gain", counts="won and division less stakes and fed, by the rules"),
    ),
)
BOLDNESS: Final = Part(
    "boldness",
    "Who bids, and on what",
    ("shown", "dealt", "called"),
    "boldness",
    (
        _PLAYER,
        count("auctions", counts="deals that stand and have a recorded auction"),
        count("spoke", "bid", "auctions in which he made a bid"),
        rate("spoke_rate", "bid %", "spoke", "auctions"),
        count("hands", "known", "auctions in which his hand is known too"),
        rate("known_rate", "bid %", "spoke_known", "hands", "of those"),
        rate(
            "usual_rate", "usual %", "usual", "hands", "what all bid on hands of the same strength"
        ),
        number("boldness", "boldness", Kind.RATE, "the one less the other"),
        _DECLARED,
        count("forced", counts="contracts that he never bid himself, of recorded auctions"),
        count("conceded", counts="to him as caller"),
        count("given_up", "given up", "by him as caller"),
    ),
)
STRENGTHS: Final = Part(
    "strengths",
    "How strong hands are, and who bids on them",
    ("dealt", "chances"),
    "strengths",
    (
        word("points", counts="ace 4, king 3, queen 2, jack 1"),
        count("hands", counts="deals that stand, hands that are wholly known"),
        rate("share", "share", "hands", "all_hands"),
        rate("owed_share", "chance", "owed", "all_hands", "in a pack well shuffled, exactly"),
        count("auctions", counts="of them with a recorded auction"),
        rate("spoke_rate", "bid %", "spoke", "auctions"),
    ),
    (rate("all_rate", "all %", "all_spoke", "all_auctions", "bid by everybody"),),
)
LUCK: Final = Part(
    "luck",
    "Luck of the cards, and the rest",
    ("shown", "dealt", "honoured", "chances"),
    "luck",
    (
        _PLAYER,
        count("hands", counts="deals that stand, his hand wholly known"),
        ratio("points_mean", "points", "points", "hands", "ace 4, king 3, queen 2, jack 1"),
        ratio("owed_mean", "owed", "owed", "hands", "on the average of all deals, exactly"),
        number("luckier", "luckier than", Kind.RATE, "so many of players dealt as many hands"),
        count("honoured", "trumps", "deals in which the honours dealt to him are known"),
        ratio("honours_mean", "honours", "honours", "honoured"),
        ratio("usual_honours_mean", "usual", "usual_honours", "honoured", "of all in his role"),
        count("priced", "deals", "of the hands, those of deals that count"),
        _GAIN,
        number("by_cards", "by cards", Kind.MEAN, "what all gain on hands of such strength"),
        number("by_play", "by the rest", Kind.MEAN, "gain less that: bids, play, partners, chance"),
    ),
)
TREND: Final = Part(
    "trend",
    "How it went over time",
    ("sittings",),
    "trend_all",
    (
        word("period", counts="day played, else recorded"),
        count("sessions"),
        count("players"),
        _DEALS,
        _DECLARED,
        _MADE,
        _RATE,
        _RANGE,
    ),
)
OWN_TREND: Final = Part(
    "trend",
    "How it went over time",
    ("shown",),
    "trend_own",
    (
        _PLAYER,
        word("period", counts="day played, else recorded"),
        count("sessions"),
        _DEALS,
        _GAIN,
        _PER_GAME,
        ranged("per_game_95", "95 %", INTERVAL),
        _DECLARED,
        _MADE,
        _RATE,
        _RANGE,
    ),
)
RUNS: Final = Part(
    "runs",
    "Longest runs",
    ("shown", "runs_asked"),
    "runs",
    (
        _PLAYER,
        word(
            "kind", counts="won, lost: net of a deal above, below nothing; made, failed: as caller"
        ),
        count("length", "deals", COUNTED),
        word("first", "from"),
        word("last", "to"),
        amount("gained", "net"),
        word("lasting", "still on"),
    ),
)
BEST_DEALS: Final = Part(
    "best_deals",
    "Largest gains and losses in a deal",
    ("sittings",),
    "best_deals",
    (
        word("deal"),
        word("day"),
        _PLAYER,
        word("role"),
        word("game"),
        word("contract"),
        _GAIN,
    ),
)
BEST_SESSIONS: Final = Part(
    "best_sessions",
    "Best and worst sessions",
    ("sittings",),
    "best_sessions",
    (count("session"), word("day"), _PLAYER, word("game"), _DEALS, _GAIN),
)
RATING: Final = Part(
    "rating",
    "Rating by session results",
    ("shown",),
    "names_shown",
    (
        _PLAYER,
        count("sessions", counts="in which others sat at the table too"),
        number("floor", "rating", Kind.NUMBER, "skill less three times its doubt"),
        number("skill", "skill", Kind.NUMBER, "begins at 25 (openskill, Bradley–Terry)"),
        number("doubt", "doubt", Kind.NUMBER, "one standard deviation"),
    ),
)
OWN_RATING: Final = Part(
    "rating",
    "Rating over time",
    ("shown",),
    "names_shown",
    (
        _PLAYER,
        word("period", counts="as it was at its end"),
        count("sessions", counts="so far, in which others sat at the table too"),
        number("floor", "rating", Kind.NUMBER, "skill less three times its doubt"),
        number("skill", "skill", Kind.NUMBER, "begins at 25 (openskill, Bradley–Terry)"),
        number("doubt", "doubt", Kind.NUMBER, "one standard deviation"),
    ),
)

QUESTIONS: Final[Mapping[str, tuple[Part, ...]]] = {
    "player": (PLAYERS, ROLES, PLACES),
    "contract": (CONTRACTS, MARGINS),
    "pair": (PAYS, PARTNERS),
    "pool": (POOL,),
    "auction": (BOLDNESS, STRENGTHS),
    "hands": (LUCK, STRENGTHS),
    "trend": (TREND,),
    "records": (RUNS, BEST_DEALS, BEST_SESSIONS),
    "rating": (RATING,),
}
"""By name, what `trickbook stats` answers."""

OWN: Final[Mapping[str, Part]] = {TREND.name: OWN_TREND, RATING.name: OWN_RATING}
"""What is told in the place of a part where some are asked about."""

PAGE: Final = (
    PLAYERS,
    ROLES,
    PLACES,
    CONTRACTS,
    MARGINS,
    BOLDNESS,
    LUCK,
    PAYS,
    PARTNERS,
    POOL,
    RUNS,
    BEST_DEALS,
    BEST_SESSIONS,
    OWN_TREND,
)
"""A player's page: all but his rating, for which each session of everybody is gone through."""
