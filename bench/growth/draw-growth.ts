/** What one program took for so many runs, in the order of the sizes. */
export interface Growth {
  readonly name: string;
  readonly points: readonly { readonly runs: number; readonly seconds: number }[];
}

const [width, height, left, top, right, bottom] = [640, 400, 60, 20, 180, 50];
const colours = ['#c2410c', '#1d4ed8', '#15803d', '#7e22ce'];

/** Seconds over runs, both axes in powers of ten, as an SVG. */
export function drawGrowth(growths: readonly Growth[]): string {
  const points = growths.flatMap((growth) => growth.points);
  const [leastRuns, mostRuns] = powers(points.map(({ runs }) => runs));
  const [leastSeconds, mostSeconds] = powers(points.map(({ seconds }) => seconds));
  const x = (runs: number): number =>
    left + ((Math.log10(runs) - leastRuns) / (mostRuns - leastRuns || 1)) * (width - left - right);
  const y = (seconds: number): number =>
    height -
    bottom -
    ((Math.log10(seconds) - leastSeconds) / (mostSeconds - leastSeconds || 1)) *
      (height - top - bottom);
  const text = (at: string, content: string): string =>
    `<text ${at} font-family="sans-serif" font-size="12">${content}</text>`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<title>Seconds of a sweep of trivial runs, two at a time, over the number of runs</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
  ];
  for (let power = leastRuns; power <= mostRuns; power += 1) {
    const at = x(10 ** power).toFixed(1);
    lines.push(`<path d="M${at} ${top}V${height - bottom}" stroke="#ddd"/>`);
    const number = (10 ** power).toLocaleString('en');
    lines.push(text(`x="${at}" y="${height - bottom + 18}" text-anchor="middle"`, number));
  }
  for (let power = leastSeconds; power <= mostSeconds; power += 1) {
    const at = y(10 ** power).toFixed(1);
    lines.push(`<path d="M${left} ${at}H${width - right}" stroke="#ddd"/>`);
    const number = String(Number((10 ** power).toPrecision(1)));
    lines.push(text(`x="${left - 8}" y="${at}" dy="4" text-anchor="end"`, `${number} s`));
  }
  const middle = (left + width - right) / 2;
  lines.push(text(`x="${middle}" y="${height - 10}" text-anchor="middle"`, 'runs'));
  for (const [index, { name, points: own }] of growths.entries()) {
    const colour = colours[index % colours.length] ?? '#000';
    const path = own.map(({ runs, seconds }) => `${x(runs).toFixed(1)} ${y(seconds).toFixed(1)}`);
    lines.push(`<path d="M${path.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const { runs, seconds } of own) {
      const at = `cx="${x(runs).toFixed(1)}" cy="${y(seconds).toFixed(1)}"`;
      lines.push(`<circle ${at} r="3" fill="${colour}"/>`);
    }
    const last = own.at(-1);
    if (last === undefined) continue;
    const at = `x="${(x(last.runs) + 8).toFixed(1)}" y="${y(last.seconds).toFixed(1)}"`;
    lines.push(text(`${at} dy="4" fill="${colour}"`, name));
  }
  return [...lines, '</svg>', ''].join('\n');
}

/** The powers of ten between which all values lie. */
function powers(values: readonly number[]): readonly [least: number, most: number] {
  return [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
}
