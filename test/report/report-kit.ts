/** Reports of studies that nobody ran: a study file, its plan, and outcomes from a formula. */
import type { RunOutcome } from '../../src/run/run-outcome.ts';
import { mergeOutcomes } from '../../src/run/run-outcome.ts';
import { loadSnapshotStudy } from '../../src/study-file/index.ts';
import { analyseTable, composeSummary, studyTableOf } from '../../src/summary/index.ts';
import { createReport, type Report, type ReportInput } from '../../src/report/index.ts';
import type { Block, Figure, Section } from '../../src/report/report.ts';
import { figuresOf } from '../../src/report/index.ts';

export interface MadeStudy {
  readonly design: string;
  /** Further lines of variables. */
  readonly variables?: string;
  /** The run's response; undefined: it fails. */
  readonly model?: (inputs: readonly number[], run: number) => number | undefined;
  /** Values of further variables of a run that is done. */
  readonly further?: (inputs: readonly number[], y: number) => RunOutcome['values'];
  readonly name?: string;
  readonly description?: string;
  readonly message?: string;
  readonly inputs?: string;
  readonly isOver?: boolean;
  /** Runs of the plan that were stopped, and those of which nothing was collected. */
  readonly stopped?: readonly number[];
  readonly toCome?: readonly number[];
  /** Id of the job that ran all, and the address of its platform. */
  readonly job?: { readonly jobId: string; readonly baseUrl: string };
}

const uniform = 'generator: Uniform, settings: {minvalue: 0, maxvalue: 1}';

/** The input of a report of a study with the inputs a and b, and the output y. */
export async function reportInput(made: MadeStudy): Promise<ReportInput> {
  const text = `name: ${made.name ?? 'made'}
${made.description === undefined ? '' : `description: ${JSON.stringify(made.description)}\n`}variables:
${
  made.inputs ??
  `  - {name: a, type: Param, ${uniform}, unit: mm}
  - {name: b, type: Param, ${uniform}}`
}
  - {name: y, type: Output, from: {file: result.json, pointer: /y}, unit: kN}
${made.variables ?? ''}
design: ${made.design}
job:
  analysis: {code: user_included, version: '0'}
  command: sh run.sh
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
`;
  const { study, plan } = await loadSnapshotStudy({
    text,
    file: 'study.yaml',
    filePath: () => undefined,
  });
  const { runNumbers, columns } = plan.block(0, plan.runCount);
  const collected = runNumbers.map((run, row): RunOutcome => {
    const inputs = columns.map((column) => Number(column[row]));
    const y = (made.model ?? (([a = 0, b = 0]) => 3 * a + b * b))(inputs, run);
    const startedAt = new Date(Date.UTC(2026, 0, 1) + run * 30_000).toISOString();
    const endedAt = new Date(Date.UTC(2026, 0, 1) + run * 30_000 + 20_000).toISOString();
    const times = { startedAt, endedAt, elapsedSeconds: 20 };
    const all = { run, attempt: 1, jobNumber: 1, ...times };
    if (y === undefined) {
      const reason = made.stopped?.includes(run) === true ? 'stopped' : 'exit-code';
      const failed = { status: 'Failed', reason, values: {} } as const;
      return { ...all, ...failed, message: made.message ?? 'the solver diverged' };
    }
    const own = made.variables?.includes('mass') ? { mass: 4 - y, good: y > 1 } : {};
    const values = { y, ...own, ...made.further?.(inputs, y) };
    return { ...all, status: 'Done', values };
  });
  const outcomes = collected.filter(({ run }) => made.toCome?.includes(run) !== true);
  const attempts = [outcomes];
  const table = studyTableOf(study, plan, mergeOutcomes(attempts), {
    isStudyOver: made.isOver ?? true,
  });
  const { statistics, findings } = analyseTable(study, table);
  const done = outcomes.filter(({ status }) => status === 'Done').length;
  return {
    ...{ study, plan, table, attempts },
    isStudyOver: made.isOver ?? true,
    summary: composeSummary(study, statistics, findings, {
      studyId: 'made-1',
      status: 'Finished',
      runs: { total: plan.runCount, done, failed: outcomes.length - done },
      cost: { low: 1, high: 2, currency: 'USD' },
      notes: [],
    }),
    snapshot: {
      ...{ studyId: 'made-1', planHash: 'abc', createdAt: '2026-01-01T00:00:00.000Z' },
      studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
      files: [],
      ...(made.job && { platform: { kind: 'configured' as const, baseUrl: made.job.baseUrl } }),
    },
    jobs: made.job && [{ jobNumber: 1, jobId: made.job.jobId }],
    engineVersion: '0.0.0',
    studyText: text,
  };
}

/** The report of such a study. */
export async function madeReport(made: MadeStudy): Promise<Report> {
  return createReport(await reportInput(made));
}

/** A section by its id. @throws Error where it isn't there */
export function sectionOf(report: Report, id: string): Section {
  const found = report.sections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`Expected a section ${id}, got none`);
  return found;
}

/** A figure by its id. @throws Error where it isn't there */
export function figureOf(report: Report, id: string): Figure {
  const found = figuresOf(report).find((one) => one.id === id);
  if (found === undefined) {
    const ids = figuresOf(report).map((one) => one.id);
    throw new Error(`Expected a figure ${id}, got ${ids.join(', ')}`);
  }
  return found;
}

/** Why something isn't shown in a section. */
export function absences(section: Section): readonly string[] {
  return section.blocks.flatMap((block: Block) => (block.kind === 'absent' ? [block.text] : []));
}

/** A Monte Carlo study of `inputs` inputs and `outputs` outputs besides y, the constraint good and the objective mass; numbers have all their digits. */
export function wideStudy(runs: number, inputs: number, outputs: number): MadeStudy {
  const names = Array.from({ length: outputs }, (_, index) => `out${index}`);
  return {
    design: `{method: monte-carlo, runs: ${runs}, seed: 5}`,
    inputs: Array.from(
      { length: inputs },
      (_, index) => `  - {name: in${index}, type: Param, ${uniform}}`,
    ).join('\n'),
    variables: [
      ...names.map(
        (name, index) =>
          `  - {name: ${name}, type: Output, from: {file: result.json, pointer: /${name}${index}}}`,
      ),
      '  - {name: mass, type: Objective, expression: 4 - y, goal: minimize}',
      '  - {name: good, type: Constraint, expression: y > 1}',
    ].join('\n'),
    model: (row) => row.reduce((sum, one, index) => sum + one ** (index + 1), 0),
    further: (row, y) =>
      Object.fromEntries(
        names.map((name, index) => [
          name,
          Math.sin(y + index) * Math.exp(row[index % row.length] ?? 0),
        ]),
      ),
  };
}
