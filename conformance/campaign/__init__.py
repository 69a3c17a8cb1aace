"""Campaigns: many random cases generated, executed and judged on Spark, and what came of them."""
