"""Shared drawing tools: SVG, colours, scripts, QR codes, PDF and PNG."""
