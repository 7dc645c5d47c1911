import { createPermutation, createStream } from '../../distributions/index.ts';
import type { DesignContext } from '../design-context.ts';
import { continuedRows } from '../growth/continued-rows.ts';
import type { DesignMethodEntry } from '../method-entry.ts';
import { pointsInUnitCube } from '../points.ts';

/** One trajectory: where each variable starts and ends (0 to 1), and at which of its rows it jumps. */
interface Trajectory {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly jumpRow: Int32Array;
}

/**
 * Morris' elementary effects: trajectories of d + 1 rows on a grid of `levels` levels; from one row to the next one variable jumps by
 * levels / (2 (levels - 1)) of its range. A variable without bounds is put in the middles of slices of equal probability. Where weights give both
 * ends of a jump to one level, it goes from the first level to the last one.
 * Trajectories are drawn one by one, so more of them keep the first ones.
 * @see M. D. Morris (1991), doi:10.1080/00401706.1991.10484804
 */
export const morris: DesignMethodEntry = {
  title: 'Morris trajectories',
  kind: 'whole',
  structure: 'trajectories',
  replacement: 'none',
  when: 'screening: which of many variables matter, and which act nonlinearly or together',
  runs: 'trajectories (d + 1)',
  reference: 'doi:10.1080/00401706.1991.10484804',
  options: ['trajectories', 'levels'],
  otherNames: ['moat', 'psuade_moat', 'elementary_effects'],
  growth: continuedRows({
    rows: 'further trajectories: a multiple of d + 1',
    group: ({ variables }) => variables.length + 1,
  }),
  create: (context) => {
    const d = context.variables.length;
    const trajectories = context.integer('trajectories', [2, 1_000_000], 10);
    const levels = context.integer('levels', [2, 1000], 4);
    if (levels % 2 === 1) context.refuse('levels', 'even', `nearest: ${levels + 1}`);
    const rows = context.structureRuns(trajectories * (d + 1));
    const open = context.variables.map(({ scale }) =>
      Array.from(scale(Float64Array.of(0, 1))).some((cell) => Math.abs(Number(cell)) === Infinity),
    );
    const make = createTrajectories(context, levels);
    return pointsInUnitCube(context, rows, (variable, start, target) => {
      for (let row = 0; row < target.length; row += 1) {
        const { from, to, jumpRow } = make(Math.floor((start + row) / (d + 1)));
        const place = (start + row) % (d + 1) >= (jumpRow[variable] ?? 0) ? to : from;
        const u = place[variable] ?? 0.5;
        target[row] = open[variable] === true ? (u * (levels - 1) + 0.5) / levels : u;
      }
    });
  },
};

/** Trajectories by number; the last one made is kept, as its rows are asked for together. */
function createTrajectories(context: DesignContext, levels: number): (index: number) => Trajectory {
  const d = context.variables.length;
  const starts = context.variables.map(({ name }) => createStream(context.seed, `${name}/morris`));
  const steps = context.variables.map((variable) => gridSteps(variable, levels));
  let kept: { readonly index: number; readonly trajectory: Trajectory } | undefined;
  return (index) => {
    if (kept?.index === index) return kept.trajectory;
    const order = createPermutation(d, createStream(context.seed, `/morris/order/${index}`));
    const from = new Float64Array(d);
    const to = new Float64Array(d);
    const jumpRow = new Int32Array(d);
    for (let variable = 0; variable < d; variable += 1) {
      const u = starts[variable]?.uniform(index) ?? 0.5;
      const level = Math.floor(u * levels);
      const [low = 0, high = 1] = steps[variable]?.[level % (levels / 2)] ?? [];
      const isUp = level < levels / 2;
      from[variable] = isUp ? low : high;
      to[variable] = isUp ? high : low;
      jumpRow[variable] = order(variable) + 1;
    }
    const trajectory = { from, to, jumpRow };
    kept = { index, trajectory };
    return trajectory;
  };
}

/** The two places of each jump, by its lower level of the grid. */
function gridSteps(
  { scale, levelCount }: DesignContext['variables'][number],
  levels: number,
): readonly (readonly [low: number, high: number])[] {
  const jump = levels / 2 / (levels - 1);
  return Array.from({ length: levels / 2 }, (_, level) => {
    const low = level / (levels - 1);
    const high = Math.min(1, low + jump);
    if (levelCount === undefined) return [low, high];
    const [first, second] = scale(Float64Array.of(low, high));
    return first === second ? [0, 1] : [low, high];
  });
}
