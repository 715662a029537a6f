"""The basic game and its two variants."""

from nmbr9.rules.options import Variant
from nmbr9.rules.variants.base import Choice, VariantRules
from nmbr9.rules.variants.basic import Basic
from nmbr9.rules.variants.level_to_level import LevelToLevel
from nmbr9.rules.variants.two_out_of_three import TwoOutOfThree

RULES_OF: dict[Variant, VariantRules] = {
    Variant.BASIC: Basic(),
    Variant.TWO_OUT_OF_THREE: TwoOutOfThree(),
    Variant.LEVEL_TO_LEVEL: LevelToLevel(),
}
"""The rules of each variant."""

__all__ = ["RULES_OF", "Choice", "VariantRules"]
