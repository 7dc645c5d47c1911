/** A number with a unit or a prefix behind it: what to write instead, where the prefix changes the number. */

/** What is wrong with a number that has letters behind it. */
export interface UnitSlip {
  readonly advice: string;
  /** What stands behind the number, where it can be the unit of a variable. */
  readonly unit?: string;
}

interface Prefix {
  readonly factor: number;
  readonly name: string;
}

const prefixes: ReadonlyMap<string, Prefix> = new Map([
  ['f', { factor: 1e-15, name: 'femto' }],
  ['p', { factor: 1e-12, name: 'pico' }],
  ['n', { factor: 1e-9, name: 'nano' }],
  ['u', { factor: 1e-6, name: 'micro' }],
  ['\u00B5', { factor: 1e-6, name: 'micro' }],
  ['\u03BC', { factor: 1e-6, name: 'micro' }],
  ['m', { factor: 1e-3, name: 'milli' }],
  ['c', { factor: 1e-2, name: 'centi' }],
  ['d', { factor: 1e-1, name: 'deci' }],
  ['h', { factor: 1e2, name: 'hecto' }],
  ['k', { factor: 1e3, name: 'kilo' }],
  ['K', { factor: 1e3, name: 'kilo' }],
  ['M', { factor: 1e6, name: 'mega' }],
  ['G', { factor: 1e9, name: 'giga' }],
  ['T', { factor: 1e12, name: 'tera' }],
]);

/** Words that stand for a factor alone, and for nothing else. */
const factors: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['meg', 1e6],
  ['Meg', 1e6],
  ['MEG', 1e6],
  ['\u00B5', 1e-6],
  ['\u03BC', 1e-6],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
]);

/** Letters that are a prefix to some and a unit to others. */
const units: ReadonlyMap<string, string> = new Map([
  ['m', 'metres or minutes'],
  ['d', 'days'],
  ['h', 'hours'],
  ['K', 'kelvin'],
  ['T', 'tesla'],
  ['f', 'farad'],
  ['u', 'mass units'],
]);

/** Units that take a prefix. */
const scaled = /^(?:m|g|s|A|K|mol|N|Pa|J|W|V|Hz|C|F|H|S|T|Wb|eV|bar|l|L|t|ohm|Ohm|\u03A9|\u2126)$/u;

/** Units that begin with the letter of a prefix, and have none. */
const plain = /^(?:min|mol|cd|ft|pt|Pa|Gy|mph|Gs|Torr)$/u;

/** Units without a prefix that engineers write behind numbers, and hardly anybody into a name. */
const others =
  /^(?:inch(?:es)?|ft|psi|ksi|lbf?|lbs|kip|deg|rad|rpm|min|hr|degC|degF|\u00B0C?|\u00B0F|ppm|dB|atm|[KMGT]i?B)$/u;

/** @param number as written, without its unit */
export function unitSlip(number: string, unit: string): UnitSlip {
  const factor = factors.get(unit);
  if (factor !== undefined) return { advice: `write ${scaledBy(number, factor)}` };
  const alone = prefixes.get(unit);
  if (alone) return { ...adviseOnLetter(number, unit, alone), ...unitOf(unit) };
  const prefix = plain.test(unit) ? undefined : prefixes.get(unit.charAt(0));
  const base = unit.slice(1);
  if (prefix && scaled.test(base.split('/', 1).join(''))) {
    const other = scaledBy(number, prefix.factor);
    return { advice: `write ${number}, or ${other} where the runs expect ${base}`, unit };
  }
  return { advice: `write ${number}: numbers have no units`, unit };
}

/** @returns whether the letters behind a number are known as a prefix or a unit, as `mm` and `k` are, and `D` of `3D` isn't */
export function isKnownUnit(unit: string): boolean {
  if (factors.has(unit) || prefixes.has(unit)) return true;
  // Of `kg/m^3` the first.
  const first = /^[^/*\u00B7^\u00B2\u00B3 ]*/u.exec(unit)?.[0] ?? '';
  const hasPrefix = prefixes.has(first.charAt(0)) && scaled.test(first.slice(1));
  return scaled.test(first) || others.test(first) || hasPrefix;
}

function unitOf(letter: string): Pick<UnitSlip, 'unit'> {
  return units.has(letter) ? { unit: letter } : {};
}

/** Which number a single letter means can't be known: some programs read `M` as milli. */
function adviseOnLetter(number: string, letter: string, { factor, name }: Prefix): UnitSlip {
  const scaledNumber = scaledBy(number, factor);
  const unit = units.get(letter);
  if (unit !== undefined) {
    return { advice: `write ${number} for ${unit}, ${scaledNumber} for ${name}` };
  }
  const others = letter === 'M' ? `, ${scaledBy(number, 1e-3)} for milli, as in SPICE` : '';
  return { advice: `write ${scaledNumber} for ${name}${others}` };
}

/** A computed number without the noise of its last bits. */
export function tidy(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** A number with a factor, as it can be written. */
function scaledBy(number: string, factor: number): string {
  return tidy(Number(number) * factor);
}
