"""What the browser is given: pages, style sheets and modules, as they are."""
