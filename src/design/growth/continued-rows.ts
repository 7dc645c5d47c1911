import type { DesignContext } from '../design-context.ts';
import type { DesignPoints } from '../design.ts';
import type { DesignGrowth, GrowthStep } from '../method-entry.ts';

/** What a continued design counts in. */
interface Counting {
  /** For the catalogue. */
  readonly rows: string;
  /** Rows that belong together. Default: 1. */
  readonly group?: (context: DesignContext) => number;
  /** Whether the number of groups must be a power of 2 in all. */
  readonly doubles?: boolean;
}

/** Growth of designs whose row i doesn't depend on how many there are: sequences, streams, blocks and trajectories. */
export function continuedRows({ rows, group = () => 1, doubles = false }: Counting): DesignGrowth {
  return {
    rows,
    create: (context, step) => {
      const size = group(context);
      checkRows(step, size, doubles);
      const [own] = step.before;
      return {
        rowCount: step.add,
        column: (variable, start, count) =>
          own?.column(variable, step.used + start, count) ?? new Float64Array(count),
      } satisfies DesignPoints;
    },
  };
}

function checkRows({ rows, add, refuse }: GrowthStep, size: number, doubles: boolean): void {
  const groups = (rows + add) / size;
  if (!doubles) {
    if (Number.isInteger(groups)) return;
    const below = Math.floor(add / size) * size;
    refuse(`a multiple of ${size}`, `nearest: ${nearest(below, below + size)}`);
  }
  const power = Math.floor(Math.log2(groups));
  if (groups === 2 ** power) return;
  const [below, above] = [2 ** power * size - rows, 2 ** (power + 1) * size - rows];
  refuse(
    'a number that doubles all rows (or doubles them again)',
    `nearest: ${nearest(below, above)}`,
  );
}

/** The two valid numbers around one that isn't; the lower may be no growth at all. */
export function nearest(below: number, above: number): string {
  return below > 0 ? `${below} or ${above}` : String(above);
}
