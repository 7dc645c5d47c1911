/** What decides what a run gives: its parts by name, as texts. Runs with equal parts may stand for each other. Pure. */
import { printNumber } from '../numbers/index.ts';
import { columnsOfParamFile } from './columns-of-param-file.ts';
import { partialJob } from './partial-job.ts';
import type { Plan } from './plan.ts';
import type { JobAnalysisSettings, Study } from './study.ts';

/** Texts by the name of the part, such as `command` or `input w`. */
export type KeyParts = Readonly<Record<string, string>>;

/** What a study file alone doesn't tell of a run. */
export interface RunSurroundings {
  /** Where its software is: the platform's address, or `local`. */
  readonly platform: string;
  /** SHA-256 of a file that the study file names. */
  fileHash(path: string): string;
}

/**
 * The parts that all runs of a study share: software, commands, environment, contents of files, cores, platform, what is collected. Names, limits of time, slots,
 * the cutting of jobs, retries, licences, money and what is read from the collected files decide nothing that a run does, and aren't among them.
 */
export function sharedKeyParts({ job }: Study, surroundings: RunSurroundings): KeyParts {
  const { coreType, coreClass, coresPerSlot } = job.hardware;
  const analyses = job.analyses.flatMap((analysis, index) => {
    const place = job.analyses.length === 1 ? '' : `analysis ${index + 1}: `;
    return partsOfAnalysis(analysis, surroundings).map(
      ([name, text]) => [`${place}${name}`, text] as const,
    );
  });
  return Object.fromEntries([
    ['platform', surroundings.platform],
    ['core type', coreType ?? coreClass ?? ''],
    ['cores per slot', String(coresPerSlot)],
    ...job.collect.map((pattern) => [`collected files ${pattern}`, 'kept'] as const),
    ...analyses,
  ]);
}

function partsOfAnalysis(
  analysis: JobAnalysisSettings,
  { fileHash }: RunSurroundings,
): readonly (readonly [name: string, text: string])[] {
  const { code, version } = analysis.analysis;
  const steps = [
    ['pre-process', analysis.preProcess],
    ['post-process', analysis.postProcess],
  ] as const;
  return [
    ['software', version === undefined ? code : `${code} ${version}`],
    ['command', analysis.command],
    ['MPI', analysis.useMpi === true ? 'on' : 'off'],
    ...Object.entries(analysis.envVars ?? {}).map(
      ([name, text]) => [`environment variable ${name}`, text] as const,
    ),
    ...Object.entries(analysis.flags ?? {}).map(
      ([name, value]) => [`flag ${name}`, JSON.stringify(value)] as const,
    ),
    ...steps.flatMap(([kind, step]) => [
      ...(step === undefined ? [] : [[`${kind} command`, step.command] as const]),
      ...(step?.script === undefined
        ? []
        : [[`${kind} script ${nameOf(step.script)}`, fileHash(step.script)] as const]),
    ]),
    ...analysis.inputFiles.map(
      ({ file, decompress }) =>
        [
          `input file ${nameOf(file)}`,
          `${fileHash(file)}${decompress ? '' : ' (kept packed)'}`,
        ] as const,
    ),
    ...analysis.templates.map(
      ({ template, as }) => [`template of ${as}`, fileHash(template)] as const,
    ),
  ];
}

/** A file lies in the run's folder under the last part of its path. */
function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

/** One run with the parts that are its own. */
export interface RunOwnParts {
  readonly run: number;
  readonly parts: KeyParts;
}

/**
 * The parts that differ from run to run: its inputs as they are written for it, and of `run`, `replicate` and `seed` those that the study's files and commands use.
 * @param runs the wanted ones, in this order; 0 is the nominal one
 */
export function* ownKeyParts(
  study: Study,
  plan: Plan,
  runs: readonly number[],
): Generator<RunOwnParts> {
  if (runs.length === 0) return;
  const { paramNames, paramBlocks } = columnsOfParamFile(study, plan, partialJob(plan, 1, runs));
  const names = paramNames.map((name) => `input ${name}`);
  let at = 0;
  for (const columns of paramBlocks()) {
    const size = columns[0]?.length ?? 0;
    for (let row = 0; row < size; row += 1) {
      const cells = columns.map((column) => column[row] ?? '');
      const texts = cells.map((cell) => (typeof cell === 'number' ? printNumber(cell) : cell));
      const parts = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
      yield { run: runs[at] ?? 0, parts };
      at += 1;
    }
  }
}

/** A part in which two runs differ; undefined where one of them has no such part. */
export interface DifferingPart {
  readonly part: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}

/** The parts in which two runs differ, in the order of this run's parts. */
export function differingParts(here: KeyParts, there: KeyParts): readonly DifferingPart[] {
  const names = [...new Set([...Object.keys(here), ...Object.keys(there)])];
  return names
    .filter((part) => here[part] !== there[part])
    .map((part) => ({ part, here: here[part], there: there[part] }));
}

/** How far apart two runs are: the number of parts in which they differ, and behind the point how far the numbers among these are apart. */
export function farness(differs: readonly DifferingPart[]): number {
  const gaps = differs.map(({ here, there }) => {
    const [one, other] = [Number(here ?? NaN), Number(there ?? NaN)];
    const most = Math.max(Math.abs(one), Math.abs(other));
    return Number.isFinite(most) ? Math.abs(one - other) / (2 * most) : 1;
  });
  const sum = gaps.reduce((total, gap) => total + gap, 0);
  return differs.length + sum / (differs.length + 1);
}
