"""Whole stores: copied from one to another, checked, backed up."""
