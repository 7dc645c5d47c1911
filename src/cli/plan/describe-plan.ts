/** A plan as the reader sees it before anything is paid for. */
import { formatBytes, countOf } from '../format-quantities.ts';
import type { LoadedPlan } from '../load-plan.ts';
import { shortLines } from '../output/short-lines.ts';
import type { Block, View } from '../output/view.ts';
import { renderRun } from '../render-run.ts';
import type { RenderedRun } from '../render-run.ts';
import { budgetOfPlan } from './check-budget.ts';
import type { PlanCheck } from './check-plan.ts';
import { edgeRows } from './edge-rows.ts';
import { costOfUse, type PlannedUse } from './estimate-use.ts';
import { measureUpload } from './measure-upload.ts';
import { outsideFiles, outsideLines } from './outside-files.ts';
import { reusedWords, type ReusableRuns } from './plan-with-reuse.ts';
import { useFacts } from './use-facts.ts';
import type { ChosenTarget } from '../../notify/index.ts';
import type { Plan } from '../../study/plan.ts';
import type { Study } from '../../study/study.ts';
import { pathWord } from '../../quote-shell.ts';

/** Lines of a rendered file that are shown. */
const previewLines = 12;

export interface PlanDescription extends LoadedPlan {
  /** As the reader wrote it. */
  readonly path: string;
  /** How many first and last rows. */
  readonly show: number;
  readonly use: PlannedUse;
  /** What a start would not run, where the study reuses; the plan's jobs are without it. */
  readonly reused?: ReusableRuns;
  /** What the platform said, when it was asked. */
  readonly check?: PlanCheck | undefined;
  /** Whom the study would tell. */
  readonly tells?: readonly ChosenTarget[];
}

/** The plan's view: sizes, first and last rows, one rendered run, what is uploaded, notes, findings of the platform. */
export async function describePlan(description: PlanDescription): Promise<View> {
  const { loaded, plan, use, check, reused, tells = [] } = description;
  const { study } = loaded;
  const cost = costOfUse(use, check?.price);
  const budget = budgetOfPlan(study, check === undefined ? null : cost.high, cost.currency);
  const notes = [
    ...plan.notes,
    ...(description.kept?.remarks ?? []),
    ...use.warnings,
    ...noteOnLimit(study),
  ];
  const upload = await measureUpload(loaded.files, study, plan);
  const sample = await renderRun(
    {
      study,
      plan,
      pathOf: (path) => loaded.files.find((file) => file.path === path)?.absolutePath,
    },
    1,
  );
  const { hardware } = study.job;
  const rows = edgeRows(plan, description.show);
  const document = {
    study: study.name,
    method: study.design.method,
    seed: study.design.seed,
    runs: plan.runCount,
    rows: plan.rows,
    cases: plan.cases,
    replicates: plan.replicates,
    nominalRun: plan.includesNominalRun,
    ...(reused === undefined ? {} : { reused }),
    jobs: plan.jobs.length,
    jobSizes: plan.jobs.map((job) => job.expectedRuns),
    cores: use.cores,
    coreHours: use.coreHours,
    cost,
    maxCost: study.execution.maxCost ?? null,
    basis: use.basis,
    columns: ['run', ...plan.columns],
    design: rows,
    example: { run: sample.run, commands: sample.commands, files: sample.files },
    upload,
    outside: outsideFiles(loaded.files),
    ...(plan.refused === undefined ? {} : { refused: plan.refused }),
    ...(tells.length === 0 ? {} : { notify: tells }),
    notes,
    ...(check === undefined ? {} : { problems: check.problems }),
  };
  return {
    json: document,
    human: shortLines([
      {
        kind: 'facts',
        rows: [
          ['study', study.name],
          ['design', `${study.design.method}, seed ${study.design.seed}`],
          ['runs', describeRunCount(plan)],
          ...(reused === undefined
            ? []
            : [['reused', reusedWords(reused, plan.runCount)] as const]),
          ['jobs', `${countOf(plan.jobs.length, 'job')}${canaryWords(study, plan)}`],
          [
            'hardware',
            `${hardware.coreType ?? hardware.coreClass ?? ''}, ${countOf(hardware.slots, 'slot')} of ${countOf(hardware.coresPerSlot, 'core')}${hardware.walltime === undefined ? '' : `, walltime ${hardware.walltime} h`}`,
          ],
          ...useFacts(use, check && cost),
          ...(budget === undefined ? [] : [['budget', budget] as const]),
          [
            'upload',
            `${countOf(upload.files, 'file')}, ${upload.exact ? '' : 'about '}${formatBytes(upload.bytes)}`,
          ],
          ...tells.map(({ name, on }) => ['tells', `${name}: ${on.join(', ')}`] as const),
        ],
      },
      { kind: 'text', lines: outsideLines(loaded.files) },
      { kind: 'text', lines: [''] },
      edgeRowsTable(rows, plan, description.show),
      ...sampleBlocks(sample),
      ...remarks(notes, check),
      {
        kind: 'next',
        commands: [
          `doeflow run ${pathWord(description.path)}`,
          `doeflow render ${pathWord(description.path)} 1`,
        ],
      },
    ]),
    quiet: String(plan.runCount),
  };
}

/** `, of which the first, of 2 runs, is the canary`; empty where there is none. */
function canaryWords({ execution }: Study, { jobs }: Plan): string {
  const [first] = jobs;
  if (execution.canary === undefined || first === undefined || jobs.length === 1) return '';
  return `; the first, the canary of ${countOf(first.expectedRuns, 'run')}, goes ahead of the others`;
}

/** When the limit of failed runs acts, where it does more than to end the study. */
function noteOnLimit({ execution }: Study): readonly string[] {
  if (execution.onLimit === 'finish') return [];
  return [
    `onLimit ${execution.onLimit} acts while a job executes if the platform lists the files of its ended runs, else at the job's end`,
  ];
}

/** `400 = 100 rows x 2 cases x 2 replicates`. */
export function describeRunCount(plan: Plan): string {
  const factors = [
    countOf(plan.rows, 'row'),
    ...(plan.cases > 1 ? [countOf(plan.cases, 'case')] : []),
    ...(plan.replicates > 1 ? [countOf(plan.replicates, 'replicate')] : []),
  ].join(' x ');
  return `${plan.runCount.toLocaleString('en-US')} = ${factors}${plan.includesNominalRun ? ', plus the nominal run 0' : ''}`;
}

/** The first and last runs of a plan. @param show how many of each */
export function edgeRowsTable(
  rows: readonly (readonly (string | number)[])[],
  { columns }: Plan,
  show: number,
): Block {
  return { kind: 'table', head: ['run', ...columns], rows: tableRows(rows, show), right: [0] };
}

function tableRows(
  rows: readonly (readonly (string | number)[])[],
  show: number,
): readonly (readonly string[])[] {
  const texts = rows.map((row) => row.map(String));
  const first = rows[show - 1]?.[0];
  const next = rows[show]?.[0];
  const gap = typeof first === 'number' && typeof next === 'number' && next > first + 1;
  if (!gap) return texts;
  return [...texts.slice(0, show), texts[0]?.map(() => '…') ?? [], ...texts.slice(show)];
}

function sampleBlocks(sample: RenderedRun): readonly Block[] {
  const lines = [
    '',
    `Run ${sample.run} executes:`,
    ...sample.commands.map((command) => `  $ ${command}`),
  ];
  for (const file of sample.files) {
    if (file.text === undefined) {
      lines.push(`with ${file.name} (${formatBytes(file.bytes)})`);
      continue;
    }
    const text = file.text.replace(/\n$/u, '').split('\n');
    lines.push(`with ${file.name}, rendered from ${file.from}:`);
    lines.push(...text.slice(0, previewLines).map((line) => `  | ${line}`));
    if (text.length > previewLines) {
      lines.push(`  | … ${countOf(text.length - previewLines, 'more line')}`);
    }
  }
  return [{ kind: 'text', lines }];
}

function remarks(notes: readonly string[], check: PlanCheck | undefined): readonly Block[] {
  const lines = [
    ...notes.map((note) => `note: ${note}`),
    ...(check?.problems ?? []).flatMap(({ severity, where, message, hint }) => [
      `${severity}: ${where}: ${message}`,
      ...(hint === undefined ? [] : [`  ${hint}`]),
    ]),
    ...(check !== undefined && check.problems.every(({ severity }) => severity !== 'error')
      ? ['The platform offers what this plan asks for.']
      : []),
  ];
  return lines.length === 0 ? [] : [{ kind: 'text', lines: ['', ...lines] }];
}
