import { centre } from '../centre.ts';

/** So many times as likely as under a long tail must values be under normal ones, or they don't tell the two apart. */
const leastRatio = 4;

/** Height of a normal density at its middle, below that of Student's t with 4 degrees of freedom and the same variance: its logarithm. */
const middle = Math.log(0.375 * Math.SQRT2 * Math.sqrt(2 * Math.PI));

/**
 * Why values may yet be of a distribution with a long tail: Student's t with 4 degrees of freedom explains them nearly as well as a normal
 * distribution with the same mean and variance does. It asks more of few values, and nothing of a few hundred normal ones: of these, 50 show
 * no tail in nine of ten cases, 100 in 98 of 100. False where they are clearly not of such a tail.
 * @param points draws of the inputs behind the values
 */
export function tailDoubt(values: Float64Array, points: number): string | false {
  const ratio = Math.exp(points * meanLogRatio(values.filter(Number.isFinite)));
  return (
    ratio < leastRatio &&
    `a long tail can't be told from normal values yet, which are only ${(Math.floor(10 * ratio) / 10).toFixed(1)} times as likely to give these values (Student's t with 4 degrees of freedom; ${leastRatio} times are needed): intervals of mean and standard deviation, which assume normal values, may be too narrow; more runs tell`
  );
}

/** Of one value on average, the logarithm of its density under the normal distribution as a multiple of that under Student's t. */
function meanLogRatio(values: Float64Array): number {
  const { values: centred } = centre(values);
  const variance = centred.reduce((sum, x) => sum + x * x, 0) / (values.length - 1);
  if (!(variance > 0)) return Infinity;
  const sum = centred.reduce((total, x) => {
    const square = (x * x) / variance;
    return total + 2.5 * Math.log1p(square / 2) - square / 2;
  }, 0);
  return sum / values.length - middle;
}
