/** Coefficients of Cody's rational approximations, each for its own range of |x|. */
const centre = {
  top: [
    0.065682337918207449113, 2.2352520354606839287, 161.02823106855587881, 1067.6894854603709582,
    18154.981253343561249,
  ],
  bottom: [
    1, 47.20258190468824187, 976.09855173777669322, 10260.932208618978205, 45507.789335026729956,
  ],
};
const middle = {
  top: [
    1.0765576773720192317e-8, 0.39894151208813466764, 8.8831497943883759412, 93.506656132177855979,
    597.27027639480026226, 2494.5375852903726711, 6848.1904505362823326, 11602.651437647350124,
    9842.7148383839780218,
  ],
  bottom: [
    1, 22.266688044328115691, 235.38790178262499861, 1519.377599407554805, 6485.558298266760755,
    18615.571640885098091, 34900.952721145977266, 38912.003286093271411, 19685.429676859990727,
  ],
};
const tail = {
  top: [
    0.02307344176494017303, 0.21589853405795699, 0.1274011611602473639, 0.022235277870649807,
    0.001421619193227893466, 2.9112874951168792e-5,
  ],
  bottom: [
    1, 1.28426009614491121, 0.468238212480865118, 0.0659881378689285515, 0.00378239633202758244,
    7.29751555083966205e-5,
  ],
};

/** Horner's rule, highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

/** exp(-x²/2) without the loss of digits that squaring a large x brings. */
function halfSquareExponential(x: number): number {
  const rounded = Math.trunc(x * 16) / 16;
  return Math.exp(-rounded * rounded * 0.5) * Math.exp(-(x - rounded) * (x + rounded) * 0.5);
}

/** Probability above |x|, for |x| beyond the centre. */
function upperTail(size: number): number {
  if (size > 38.6) return 0;
  if (size <= 5.656854249492381) {
    return (
      (halfSquareExponential(size) * polynomial(middle.top, size)) / polynomial(middle.bottom, size)
    );
  }
  const inverse = 1 / (size * size);
  const correction = (inverse * polynomial(tail.top, inverse)) / polynomial(tail.bottom, inverse);
  return (halfSquareExponential(size) * (0.3989422804014327 - correction)) / size;
}

/**
 * Probability of a standard normal value of at most `x`; relative error about 1e-15 into both tails.
 * @see W. J. Cody (1969), doi:10.1090/S0025-5718-1969-0247736-4
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return NaN;
  const size = Math.abs(x);
  if (size <= 0.67448975) {
    const square = x * x;
    return 0.5 + (x * polynomial(centre.top, square)) / polynomial(centre.bottom, square);
  }
  const beyond = upperTail(size);
  return x < 0 ? beyond : 1 - beyond;
}

/** Standard normal density at `x`. */
export function normalPdf(x: number): number {
  return 0.3989422804014327 * halfSquareExponential(Math.abs(x));
}
