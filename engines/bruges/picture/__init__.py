"""The picture of Bruges: `scene.py` puts its panels together, each made in a file of its own."""
