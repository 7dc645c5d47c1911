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
 * ends of a jump to one level, it goes from the first level to the last one. Texts have no order: a variable of texts jumps between all pairs of them, each pair once in
 * a round, the rounds in random order.
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
  const jumps = context.variables.map((variable) => jumpsOf(context, variable, levels));
  let kept: { readonly index: number; readonly trajectory: Trajectory } | undefined;
  return (index) => {
    if (kept?.index === index) return kept.trajectory;
    const order = createPermutation(d, createStream(context.seed, `/morris/order/${index}`));
    const from = new Float64Array(d);
    const to = new Float64Array(d);
    const jumpRow = new Int32Array(d);
    for (let variable = 0; variable < d; variable += 1) {
      const u = starts[variable]?.uniform(index) ?? 0.5;
      const [start = 0, end = 1] = jumps[variable]?.(u, index) ?? [];
      from[variable] = start;
      to[variable] = end;
      jumpRow[variable] = order(variable) + 1;
    }
    const trajectory = { from, to, jumpRow };
    kept = { index, trajectory };
    return trajectory;
  };
}

type Jump = readonly [from: number, to: number];

/** The jump of a variable in a trajectory, from a random number of its own and the trajectory's. */
function jumpsOf(
  context: DesignContext,
  variable: DesignContext['variables'][number],
  levels: number,
): (u: number, trajectory: number) => Jump {
  const pairs = pairsOfTexts(variable);
  if (pairs.length === 0) {
    const steps = gridSteps(variable, levels);
    return (u, _) => {
      const level = Math.floor(u * levels);
      const jump = steps[level % (levels / 2)] ?? [0, 1];
      return level < levels / 2 ? jump : turned(jump);
    };
  }
  return (u, trajectory) => {
    const round = Math.floor(trajectory / pairs.length);
    const stream = createStream(context.seed, `${variable.name}/morris/pairs/${round}`);
    const order = createPermutation(pairs.length, stream);
    const jump = pairs[order(trajectory % pairs.length)] ?? [0, 1];
    return u < 0.5 ? jump : turned(jump);
  };
}

function turned([from, to]: Jump): Jump {
  return [to, from];
}

/** Places of all pairs of more than two texts; none for numbers, and for two texts, which the grid serves. */
function pairsOfTexts({
  scale,
  place,
  at,
  levelCount = 0,
}: DesignContext['variables'][number]): readonly Jump[] {
  const isNumeric = Array.from({ length: levelCount }, (_, level) => at(level)).every(
    (cell) => typeof cell === 'number',
  );
  if (isNumeric || levelCount < 3) return [];
  const levelAt = (u: number): number => place(scale(Float64Array.of(u))[0] ?? NaN);
  // Weights decide how wide each one's slice is; one of weight 0 has none.
  const ends = Array.from({ length: levelCount - 1 }, (_, level) => firstAbove(levelAt, level));
  const places = Array.from({ length: levelCount }, (_, level) => {
    const [from, to] = [ends[level - 1] ?? 0, ends[level] ?? 1];
    return levelAt((from + to) / 2) === level ? [(from + to) / 2] : [];
  }).flat();
  return places.flatMap((from, index) => places.slice(index + 1).map((to): Jump => [from, to]));
}

/** The least probability whose level is above one, by halving. */
function firstAbove(levelAt: (u: number) => number, level: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (levelAt(middle) > level) high = middle;
    else low = middle;
  }
  return high;
}

/** The two places of each jump, by its lower level of the grid. */
function gridSteps(
  { scale, levelCount }: DesignContext['variables'][number],
  levels: number,
): readonly Jump[] {
  const jump = levels / 2 / (levels - 1);
  return Array.from({ length: levels / 2 }, (_, level) => {
    const low = level / (levels - 1);
    const high = Math.min(1, low + jump);
    if (levelCount === undefined) return [low, high];
    const [first, second] = scale(Float64Array.of(low, high));
    return first === second ? [0, 1] : [low, high];
  });
}
