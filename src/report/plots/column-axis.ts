import type { PageColumn } from '../report.ts';
import { axisScale, type AxisScale } from './axis-scale.ts';

/** The axis of a column: of numbers its scale, of texts its levels. */
export interface ColumnAxis {
  readonly scale: AxisScale;
  /** Absent for numbers. */
  readonly names?: readonly string[];
  /** What the plot library is told of a value. */
  place(value: number | string): number | string;
}

/** Levels are in the order of the alphabet, also where some are written as numbers. */
export function columnAxis({ isNumeric, values }: PageColumn): ColumnAxis {
  const scale = axisScale(values.map((value) => (typeof value === 'number' ? value : null)));
  if (isNumeric) {
    return { scale, place: (value) => (typeof value === 'number' ? scale.place(value) : value) };
  }
  const names = [...new Set(values.filter((value) => value !== null).map(String))].sort();
  return { scale, names, place: String };
}
