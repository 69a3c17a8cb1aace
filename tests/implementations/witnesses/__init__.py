"""For each wrong implementation a short trace on which it answers otherwise than a right one.

The modules are those of `wrong`. Times are chosen so that the right answer is the same in all right
implementations, wherever the matter allows it: seconds of distance, no instants on a bound, times to live in
whole tenths.
"""
