"""The pool on the table, and the full pools set aside beside it (rules 3(e))."""

from typing import NamedTuple

from core.counters import Twelfths


class Pool(NamedTuple):
    """What lies in the pool: so many full pools of ``cap``, and the current one."""

    current: Twelfths
    full: int = 0
    cap: Twelfths | None = None
    """The size at which a pool is full and set aside; None where pools have no limit."""

    @property
    def total(self) -> Twelfths:
        """Everything, full pools included."""
        return self.current + (self.full * self.cap if self.cap else 0)

    def after(self, change: Twelfths) -> "Pool":
        """Pay in, or take out; whenever the current pool is full it is set aside (AB-G7).

        The total decides: a full pool taken leaves the current one as it was, and so does a
        full pool added. Only a pool written down by hand could go below nothing; it is kept.
        """
        if not self.cap:
            return Pool(self.current + change, 0, self.cap)
        full, current = divmod(self.total + change, self.cap)
        return Pool(current, full, self.cap)
