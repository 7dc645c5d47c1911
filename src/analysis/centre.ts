/** A column of finite numbers less its mean, divided so that no entry is beyond -1 .. 1, of the largest doubles -4 .. 4: its squares neither overflow nor vanish. */
export interface CentredColumn {
  readonly values: Float64Array;
  /** What the entries were divided by; 0 where the column is constant or empty. */
  readonly scale: number;
}

/**
 * Mean in passes: the second one adds back what rounding took from the first, so that offsets lose no digits, and nothing overflows.
 * @param values finite; NaN without any
 */
export function meanOf(values: Float64Array): number {
  const scale = largest(values);
  if (values.length === 0) return NaN;
  if (scale === 0) return 0;
  let mean = 0;
  for (let pass = 0; pass < 3; pass += 1) {
    let rest = 0;
    for (let row = 0; row < values.length; row += 1) rest += (values[row] ?? 0) / scale - mean;
    mean += rest / values.length;
  }
  return mean * scale;
}

/**
 * Centres a column twice and scales it. What rounding the values to doubles took stays lost; nothing is added to it.
 * @param values finite
 */
export function centre(values: Float64Array): CentredColumn {
  const size = largest(values);
  if (!(size > 0) || values.every((value) => value === values[0])) {
    return { values: new Float64Array(values.length), scale: 0 };
  }
  // Differences of values above half the largest double would overflow; a power of two loses no digit.
  const unit = size > 1e300 ? 2 ** -10 : 1;
  const centred = values.slice();
  if (unit !== 1)
    for (let row = 0; row < centred.length; row += 1) centred[row] = (centred[row] ?? 0) * unit;
  for (let pass = 0; pass < 2; pass += 1) {
    const mean = meanOf(centred);
    for (let row = 0; row < centred.length; row += 1) centred[row] = (centred[row] ?? 0) - mean;
  }
  // A quarter: the distance of the largest doubles from their mean is none.
  const scale = largest(centred) / (unit === 1 ? 1 : 4);
  for (let row = 0; row < centred.length; row += 1) centred[row] = (centred[row] ?? 0) / scale;
  return { values: centred, scale: scale / unit };
}

function largest(values: Float64Array): number {
  let most = 0;
  for (let row = 0; row < values.length; row += 1)
    most = Math.max(most, Math.abs(values[row] ?? 0));
  return most;
}
