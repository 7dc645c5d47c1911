"""Packs the Joe-Kuo D6 direction numbers that scipy carries (21,201 dimensions; S. Joe, F. Y. Kuo 2008, BSD-3) into the bit string of
src/design/sobol/direction-data.ts. Run: python pack-sobol-directions.py > direction-data.ts
Dimension after dimension (the first, van der Corput, left out): 4 bits degree s, s - 1 bits inner polynomial coefficients, then of each
odd m_j < 2^j its j - 1 upper bits (j = 2..s; m_1 is 1). Base64 of the bits, most significant first."""
import base64, importlib.resources, numpy as np
DIMENSIONS = 1111
with importlib.resources.files("scipy.stats").joinpath("_sobol_direction_numbers.npz").open("rb") as f:
    data = np.load(f)
    poly, vinit = data["poly"], data["vinit"]
bits = ""
for d in range(1, DIMENSIONS):
    p = int(poly[d]); s = p.bit_length() - 1
    inner = (p >> 1) & ((1 << (s - 1)) - 1)
    bits += format(s, "04b") + (format(inner, f"0{s-1}b") if s > 1 else "")
    for j in range(2, s + 1):
        m = int(vinit[d][j - 1]); assert m % 2 == 1 and m < 2 ** j
        bits += format(m >> 1, f"0{j-1}b")
    assert int(vinit[d][0]) == 1
bits += "0" * (-len(bits) % 8)
text = base64.b64encode(bytes(int(bits[i:i+8], 2) for i in range(0, len(bits), 8))).decode()
print("/**\n * Direction numbers of the Sobol' sequence, dimensions 2 to 1,111, packed by test/reference/pack-sobol-directions.py.\n"
      " * @see S. Joe, F. Y. Kuo (2008), doi:10.1137/070709359; their set new-joe-kuo-6\n */")
print("export const directionBits =\n  [" )
for i in range(0, len(text), 92):
    print(f"    '{text[i:i+92]}',")
print("  ].join('');")
