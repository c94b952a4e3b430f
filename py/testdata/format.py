"""Records what Python's format makes of values and specifications: format.py > format.tsv."""

values = [0, 7, -42, 255, 1234567, 10**15, 3.14159, -0.5, 0.0, -0.0, 1e20, 1e16, 1.5e-7, 123456.789, 100.0, 2.675,
          0.00012345, float("inf"), float("-inf"), float("nan"), "ab", "Zoë", "", True]
specs = ["", "d", "5", "<5", ">5", "^5", "05", "+", "+d", " ", "x", "X", "o", "b", "#x", "#X", "#o", "#b", "#010x", "010b", ",",
         "_", "_x", "_b", "#_x", ",x", ",.2f", ".2f", ".0f", "#.0f", "8.3f", "08.3f", "+.1f", "e", ".3e", "E", ".0e", "g", ".3g", ".10g", "G",
         "#g", "%", ".1%", "^12.2f", "*^9", "s", "10s", ".1", ".3", ".5", ".17", "*<6", "=+8", "*=8", "c", "n", " .2f", "-d", "0>5", "+,",
         "015,", "012,.2f", "09_x", "+08", "é>8", "{>4", "5s5", "q", ">", "1.", "z.1f", "+s", "=5s", "#s", ",s", ".2d", ".400f"]

for value in values:
    for spec in specs:
        try:
            text = "=" + format(value, spec)
        except (ValueError, OverflowError):
            text = "ValueError"
        print(type(value).__name__, value, spec, text, sep="\t")
