/** What the platform itself says of a run, by its record and by its log of the job. */
import { createHash } from 'node:crypto';
import {
  isPrintedOutput,
  parsePrintedOutput,
  type RunEvidence,
  type RunRecord,
} from '../../src/run/index.ts';
import type { JobRun, PlatformFile } from '../../src/platform-api/index.ts';
import { isMarker } from './list-job-files.ts';

/** What the platform has of a run. */
interface SeenRun {
  readonly jobRun: JobRun | undefined;
  readonly runsServed: boolean;
  readonly files: readonly PlatformFile[];
  readonly specRun: { readonly platformRun: number };
  readonly mustProve: 'nothing' | 'files' | 'all';
  readonly told: (platformRun: number) => Promise<string | undefined>;
}

/** Of a run that is over for good and left no marker. */
export async function toldOf({
  files,
  jobRun,
  mustProve,
  specRun,
  told,
}: SeenRun): Promise<Pick<RunEvidence, 'told'>> {
  const isUnproven = jobRun?.dateCompleted != null && !files.some(isMarker);
  return isUnproven && mustProve === 'nothing' ? { told: await told(specRun.platformRun) } : {};
}

/** The platform's own record of a run; `not served` where it keeps none, undefined where it has none of this one. */
export function recordOf({ jobRun, runsServed }: SeenRun): RunRecord | 'not served' | undefined {
  if (!runsServed) return 'not served';
  if (jobRun === undefined) return undefined;
  const values = jobRun.variables.flatMap(({ name, value, displayValue }) => {
    const text = isPrintedOutput(name) ? null : (displayValue ?? value);
    return text == null ? [] : [[name, String(text)] as const];
  });
  const endedMs = Date.parse(jobRun.dateCompleted ?? '');
  return {
    hasStarted: jobRun.dateStarted != null,
    ...(Number.isNaN(endedMs) ? {} : { endedMs }),
    values: Object.fromEntries(values),
  };
}

/**
 * The contents of a run's files that stand in its row, by size and MD5: the record of a file that has both proves that they are its own. What was
 * cut, changed or is of an earlier try has another.
 */
export function contentsInRow({ variables }: Pick<JobRun, 'variables'>): ContentsInRow {
  const contents = variables.flatMap(({ name, value, displayValue }) => {
    if (!isPrintedOutput(name)) return [];
    const content = parsePrintedOutput(String(displayValue ?? value ?? ''));
    return content === undefined ? [] : [content];
  });
  const byKey = new Map(
    contents.map((content) => [keyOf(content.length, md5Of(content)), content]),
  );
  return ({ decryptedSize, md5 }) =>
    decryptedSize == null || md5 == null
      ? undefined
      : byKey.get(keyOf(decryptedSize, md5.toLowerCase()));
}

/** What is known of a file without asking for it. */
export type ContentsInRow = (
  file: Pick<PlatformFile, 'decryptedSize' | 'md5'>,
) => Buffer | undefined;

function md5Of(content: Buffer): string {
  return createHash('md5').update(content).digest('hex');
}

function keyOf(bytes: number, md5: string): string {
  return `${bytes} ${md5}`;
}
