"""All episodes that cases are made of: what each needs, how often it is drawn, and what it is about.

A chapter is what a case may be about. Weights are relative; the sum over a chapter is its share of the
cases, larger where the chapter's rules take many circumstances to show (channels, z/OS, publications).

What a seed draws depends on the rows and on their order: whoever moves one makes other cases. Left out: how
episodes are drawn (`generator`).
"""

from typing import Final

from .additions import BEFORE_TOPICS, BEHIND_TOPICS
from .applications import APPLICATIONS
from .delivery import DELIVERY
from .topics import ABOUT_TOPICS

EPISODES: Final = (*APPLICATIONS, *DELIVERY, *BEFORE_TOPICS, *ABOUT_TOPICS, *BEHIND_TOPICS)
