"""The house in a browser: pages, their answers as JSON, and streams of news. It knows games only by the contract."""
