/** The runs that would be added to a study, as the reader sees them before anything is paid for. */
import type { PlannedGrowth } from '../../study-file/index.ts';
import type { Plan } from '../../study/plan.ts';
import { countOf } from '../format-quantities.ts';
import { shortLines } from '../output/short-lines.ts';
import type { View } from '../output/view.ts';
import { describeRunCount, edgeRowsTable } from './describe-plan.ts';
import { edgeRows } from './edge-rows.ts';

/** @param show how many first and last rows */
export function describeGrowth(
  { study, further }: PlannedGrowth,
  before: Plan,
  show: number,
): View {
  const { method, seed, extend = [] } = study.design;
  const rows = edgeRows(further, show);
  const setting = `extend: [${extend.join(', ')}]`;
  return {
    json: {
      study: study.name,
      method,
      seed,
      runsBefore: before.runCount,
      runs: further.runCount,
      rows: further.rows,
      cases: further.cases,
      replicates: further.replicates,
      firstRun: before.runCount + 1,
      lastRun: before.runCount + further.runCount,
      extend,
      columns: ['run', ...further.columns],
      design: rows,
      notes: further.notes,
    },
    human: shortLines([
      {
        kind: 'facts',
        rows: [
          ['study', study.name],
          ['design', `${method}, seed ${seed}`],
          ['runs so far', countOf(before.runCount, 'run')],
          ['added runs', describeRunCount(further)],
        ],
      },
      { kind: 'text', lines: [''] },
      edgeRowsTable(rows, further, show),
      {
        kind: 'text',
        lines: [
          '',
          ...further.notes.map((note) => `note: ${note}`),
          `The runs so far do not change. To add these runs, write \`${setting}\` under \`design\` in the study file.`,
        ],
      },
    ]),
    quiet: String(further.runCount),
  };
}
