import type { ReportCell } from '../report.ts';

/** Whether a cell passes. */
export type CellFilter = (cell: ReportCell) => boolean;

/**
 * A column's filter as a person types it: `5`, `<5`, `>=3`, `1..2`, a part of a text, `!text`.
 * @returns undefined where nothing is asked
 */
export function parseFilter(text: string): CellFilter | undefined {
  const asked = text.trim();
  if (asked === '') return undefined;
  const range = /^(-?[\d.]+(?:e[-+]?\d+)?)\s*\.\.\s*(-?[\d.]+(?:e[-+]?\d+)?)$/iu.exec(asked);
  if (range !== null) {
    const [low, high] = [Number(range[1]), Number(range[2])];
    return (cell) => typeof cell === 'number' && cell >= low && cell <= high;
  }
  const bound = /^(<=|>=|<|>|=)\s*(-?[\d.]+(?:e[-+]?\d+)?)$/iu.exec(asked);
  if (bound !== null) {
    const limit = Number(bound[2]);
    const compare = comparisons[bound[1] ?? '='] ?? comparisons['='];
    return (cell) => typeof cell === 'number' && compare?.(cell, limit) === true;
  }
  if (asked.startsWith('!')) {
    const rest = parseFilter(asked.slice(1));
    return rest === undefined ? undefined : (cell) => !rest(cell);
  }
  const number = Number(asked);
  const part = asked.toLowerCase();
  return (cell) =>
    typeof cell === 'number' ? cell === number : (cell ?? '').toLowerCase().includes(part);
}

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};
