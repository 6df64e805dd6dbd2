"""Pictures of positions: what they show (`scene`) and how that becomes SVG (`svg`)."""
