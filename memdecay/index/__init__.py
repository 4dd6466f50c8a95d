"""The derived index: one immutable SQLite file under `.cache/`, a cache and never the truth.

It is built aside and put in place whole, so readers need no lock. Rules do not live here: rows
hold plain values, and what they mean is known on the floors above.
"""
