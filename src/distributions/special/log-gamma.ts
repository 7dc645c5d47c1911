const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** Natural logarithm of the gamma function for x > 0; error about 1e-15 relative to max(1, result). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  let sum = 0.9999999999998099;
  for (const [index, coefficient] of lanczos.entries()) sum += coefficient / (z + index + 1);
  const t = z + 7.5;
  return 0.9189385332046727 + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** log(x!) less Stirling's formula log(sqrt(2 pi x) (x/e)^x), for x > 0. */
export function stirlingError(x: number): number {
  if (x < 15) return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - 0.9189385332046727;
  const y = x * x;
  return (
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - (1 / 1188 - 691 / 360360 / y) / y) / y) / y) / y) /
    x
  );
}

/** x log(x / mean) + mean - x, without the cancellation near x = mean. */
export function devianceTerm(x: number, mean: number): number {
  if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const v = (x - mean) / (x + mean);
  let sum = (x - mean) * v;
  let power = 2 * x * v;
  for (let k = 1; k < 1000; k += 1) {
    power *= v * v;
    const next = sum + power / (2 * k + 1);
    if (next === sum) return next;
    sum = next;
  }
  return sum;
}
