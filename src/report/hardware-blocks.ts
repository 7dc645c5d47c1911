import { firstRevision } from '../run/first-revision.ts';
import type { Block } from './report.ts';
import type { SectionInput } from './section-input.ts';

interface Part {
  readonly words: string;
  attempts: number;
  coreHours: number;
  /** Undefined where nobody knows the price. */
  cost: number | undefined;
}

/** Where amendments have changed the hardware: what each revision of the study had its jobs run on, and its part of the cost. */
export function hardwareBlocks({
  attempts,
  summary,
  slots,
}: Pick<SectionInput, 'attempts' | 'summary' | 'slots'>): readonly Block[] {
  if (slots?.hardware === undefined) return [];
  const parts = new Map<number, Part>();
  const partOf = (jobNumber?: number): Part => {
    const { revision, words } = slots.hardware?.(jobNumber) ?? { revision: 0, words: '' };
    const part = parts.get(revision) ?? { words, attempts: 0, coreHours: 0, cost: 0 };
    parts.set(revision, part);
    return part;
  };
  for (const { jobNumber, elapsedSeconds = 0, reusedFrom } of attempts.flat()) {
    if (reusedFrom !== undefined) continue;
    const part = partOf(jobNumber);
    const hours = elapsedSeconds / 3600;
    const hour = slots.hourCost(jobNumber);
    part.attempts += 1;
    part.coreHours += hours * slots.cores(jobNumber);
    if (hour === undefined) part.cost = undefined;
    else if (part.cost !== undefined) part.cost += hour * hours;
  }
  // What jobs have from now on, also where none was made yet.
  partOf();
  const unit = summary.cost?.currency ?? '';
  const all = [...parts.values()];
  const sum = all.reduce((total, { cost = NaN }) => total + cost, 0);
  const rows = [...parts]
    .toSorted(([one], [other]) => one - other)
    .map(([revision, { words, attempts: count, coreHours, cost }]) => [
      revision === firstRevision ? 'as started' : `revision ${revision}`,
      words,
      count,
      coreHours,
      cost ?? null,
      sum > 0 && cost !== undefined ? (100 * cost) / sum : null,
    ]);
  return [
    {
      kind: 'table',
      title: 'Hardware of each revision, and its part of the cost',
      table: {
        head: [
          ...['revision', 'hardware of its jobs', 'attempts', 'core hours'],
          ...[`run time at its price${unit === '' ? '' : `, ${unit}`}`, 'part, %'],
        ],
        rows,
      },
    },
  ];
}
