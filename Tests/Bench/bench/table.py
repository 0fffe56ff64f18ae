"""One row a figure: what was measured, against what, and whether that is good enough."""

import statistics
from dataclasses import dataclass


@dataclass
class Row:
    """A figure. `measured` is compared with `limit`; without a limit it is only told."""

    figure: str
    ours: str
    baseline: str = ""
    measured: float = 0
    limit: float | None = None
    unit: str = ""
    is_least: bool = False
    note: str = ""

    @property
    def is_over(self):
        """Whether the limit is missed."""
        if self.limit is None:
            return False
        return self.measured < self.limit if self.is_least else self.measured > self.limit

    def cells(self):
        """The row's texts."""
        limit = "" if self.limit is None else f"{'≥' if self.is_least else '≤'} {self.limit:g}{self.unit}"
        verdict = self.note or ("" if self.limit is None else "over" if self.is_over else "ok")
        return [self.figure, self.ours, self.baseline, "" if self.note else f"{self.measured:.4g}{self.unit}", limit, verdict]


def skipped(figure, why):
    """A row for what could not be measured here."""
    return Row(figure, "–", note=f"skipped: {why}")


HEAD = ["figure", "ours", "baseline", "measured", "limit", ""]
WIDTHS = [46, 22, 22, 10, 10, 0]


def line(cells):
    """Cells in columns."""
    return " ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS)).rstrip()


def median_of_rounds(rounds):
    """The median of the rounds' medians: one noisy round moves it little."""
    return statistics.median(statistics.median(values) for values in rounds)


def percentile(values, percent):
    """The value that `percent` of them do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]
