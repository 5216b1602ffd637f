"""How hard hypothesis looks: `pytest --hypothesis-profile=fast`, `ci` or `deep`."""

import os

from hypothesis import HealthCheck, settings

os.environ["TYPER_USE_RICH"] = "0"  # before a test module imports typer ahead of replay.cli

settings.register_profile("local", deadline=None, print_blob=True, max_examples=60)
settings.register_profile("fast", settings.get_profile("local"), max_examples=20)
settings.register_profile("deep", settings.get_profile("local"), max_examples=2000)
settings.register_profile(
    "ci",
    settings.get_profile("local"),
    database=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],  # the machine is shared
)
settings.load_profile("ci" if os.environ.get("CI") else "local")
