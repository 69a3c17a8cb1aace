"""A first look at an adapter: does it keep to the contract, before anything is said of rules?"""
