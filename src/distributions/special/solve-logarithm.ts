/**
 * The positive x at which an increasing positive function of x reaches `target`, by bisection and secants in log x and log f.
 * @returns relative error about 1e-15; 0 or Infinity where x leaves the range of doubles
 */
export function solveLogarithm(f: (x: number) => number, target: number, start = 1): number {
  const wanted = Math.log(target);
  const g = (y: number): number => Math.log(f(Math.exp(y))) - wanted;
  let low = Math.log(start);
  let high = low;
  let stride = 1;
  while (!(g(low) < 0)) {
    if (low < -745) return 0;
    low -= stride;
    stride *= 2;
  }
  stride = 1;
  while (g(high) < 0) {
    if (high > 709) return Infinity;
    high += stride;
    stride *= 2;
  }
  let [gLow, gHigh] = [g(low), g(high)];
  for (let step = 0; step < 200 && high - low > 1e-16 * Math.max(1, Math.abs(low)); step += 1) {
    const secant = low - (gLow * (high - low)) / (gHigh - gLow);
    const isUsable = step % 3 !== 2 && secant > low && secant < high;
    const middle = isUsable ? secant : (low + high) / 2;
    if (middle === low || middle === high) break;
    const value = g(middle);
    if (value < 0) [low, gLow] = [middle, value];
    else [high, gHigh] = [middle, value];
    if (value === 0) return Math.exp(middle);
  }
  return Math.exp(Math.abs(gLow) < Math.abs(gHigh) ? low : high);
}
