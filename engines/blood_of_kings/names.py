"""What Blood of Kings calls its parts, in the order of the enums in rules.pxd."""

from __future__ import annotations

INSTITUTIONS = ("legal", "economic", "military", "religious", "artistic")
LEVELS = 4
CARDS = (
    *("succession", "council", "taxation", "development"),
    *("administration", "preparations", "expansion"),
)
REGION_TYPES = ("capitol", "castle", "town", "cathedral")
#: types of Dynasty cards
DYNASTY = ("influence", "unrest", "attrition", "diplomacy", "intrigue")
EVIDENCE = ("full", "partial", "guess")

#: what a level of each institution grants, besides its cost and cards
BENEFITS = {
    "legal": ("influence", "flags"),
    "economic": ("capitol", "castle", "town", "sea"),
    "military": ("fortification", "siege"),
    "religious": ("stability", "cathedral"),
    "artistic": (),
}

ACHIEVEMENTS = (
    *("baggage_trains", "council_of_lords", "deadly_archers", "divine_right", "elite_guard"),
    *("famous_troupe", "free_riders", "flower_of_chivalry", "full_granaries"),
    *("glorious_capitol", "grand_tourneys", "heavenly_cathedrals", "kings_justice"),
    *("loyal_barons", "massive_armada", "mercenary_companies", "merchant_league"),
    *("mighty_castles", "monastic_order", "persuasive_diplomats", "popular_support"),
    *("royal_patronage", "secret_allies", "skilled_negotiator", "siege_engines"),
    *("strategic_marriage", "temple_knights", "trade_houses", "treasure_fleet"),
    "web_of_informers",
)
