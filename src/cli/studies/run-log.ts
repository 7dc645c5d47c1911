/** Where the log of a run is found: in the store for failed runs, on the platform for all. */
import { open } from 'node:fs/promises';
import { ResultError, UsageError } from '../../errors.ts';
import { isNotServed, type PlatformClient } from '../../platform-api/index.ts';
import type { RunOnPlatform } from './find-run-on-platform.ts';
import {
  endOfLog,
  leftOutWords,
  type LogText,
  maxLogBytes,
  readLogText,
  wholeLines,
} from './log-text.ts';
import { likelyLogs } from '../../run/log-files.ts';
import { withoutPrintedOutputs } from '../../run/printed-outputs.ts';
import type { RunOutcome } from '../../run/run-outcome.ts';
import {
  createPackReader,
  layout,
  nameOfPacked,
  type DocumentFolder,
  type PackedAttempt,
} from '../../store/index.ts';

/** What a run prints, on the platform and in the store. */
export const logName = 'process_output.log';

/**
 * The log that was collected with the run, or undefined when none was. Where it is empty, what else was collected that is named like a log, each
 * below its name.
 */
export async function readKeptLog(
  folder: DocumentFolder,
  outcome: PackedAttempt,
): Promise<LogText | undefined> {
  const log = await readKept(folder, outcome, logName);
  if (log === undefined || log.text.trim() !== '') return log;
  const others = Object.keys(outcome.files ?? {}).filter((name) => name !== logName);
  const parts: string[] = [];
  for (const name of likelyLogs(others, new Set())) {
    const other = await readKept(folder, outcome, name);
    if (other === undefined) continue;
    const leftOut = leftOutWords(other);
    parts.push(`==> ${name}${leftOut === undefined ? '' : ` (${leftOut})`} <==\n${other.text}`);
  }
  return parts.length === 0 ? log : { text: parts.join('\n'), leftOutBytes: 0 };
}

async function readKept(
  folder: DocumentFolder,
  outcome: PackedAttempt,
  name: string,
): Promise<LogText | undefined> {
  const { run, attempt } = outcome;
  if (outcome.pack !== undefined) return readPacked(folder, outcome, name);
  const log = layout.runFiles(run, attempt).file(name);
  if (!(await folder.has(log))) return undefined;
  const file = await open(await folder.localFile(log), 'r');
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxLogBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return wholeLines(buffer, size - length);
  } finally {
    await file.close();
  }
}

async function readPacked(
  folder: DocumentFolder,
  outcome: PackedAttempt,
  name: string,
): Promise<LogText | undefined> {
  if (!Object.hasOwn(outcome.files ?? {}, name)) return undefined;
  const log = (await createPackReader(folder).read(outcome)).get(name);
  if (log !== undefined) return endOfLog(log);
  const subject = nameOfPacked(name, outcome);
  throw new ResultError(
    'RESULT_STORE',
    `${subject} isn't what was collected of run ${outcome.run}`,
    {
      hint: 'put the pack back from a backup; doeflow verify says what else is damaged',
    },
  );
}

/** The log as the platform has it, or undefined when it has none. */
export async function fetchRunLog(
  client: PlatformClient,
  { platformJob, platformRun }: Pick<RunOutcome, 'platformJob' | 'platformRun'>,
): Promise<LogText | undefined> {
  if (platformJob === undefined) return undefined;
  const ownFolder = `/run${platformRun}/`;
  for await (const file of client.jobs.files(platformJob, { search: logName })) {
    if (file.name === logName && (file.path ?? '').includes(ownFolder)) {
      return await readLogText(client.files.stream(file));
    }
  }
  return undefined;
}

/** The end of the log of a run that executes now, or undefined when it doesn't, or the platform doesn't show it. */
export async function readLiveLog(
  client: PlatformClient,
  { platformJob, platformRun }: RunOnPlatform,
  lines: number,
): Promise<string | undefined> {
  const tail = await client.jobs.liveLines(platformJob, String(platformRun), logName, { lines });
  if (isNotServed(tail)) return undefined;
  return withoutPrintedOutputs(tail.map((line) => `${line}\n`).join(''));
}

/** For a run whose job is gone; its copy may be in an archive. */
export function logDeleted(
  studyId: string,
  { run, platformJob }: Pick<RunOutcome, 'run' | 'platformJob'>,
): UsageError {
  return new UsageError(
    'USAGE_LOG',
    `The log of run ${run} isn't on the platform any more: its job ${platformJob ?? ''} was deleted there`,
    {
      exitCode: 6,
      hint: `Where an archive has it: doeflow logs ${studyId}/${run} --archive DESTINATION`,
    },
  );
}

/** The last lines of a log, all of them without a number. */
export function tailOf(text: string, lines: number | undefined): string {
  if (lines === undefined) return text;
  const all = text.replace(/\n$/u, '').split('\n');
  return `${all.slice(Math.max(0, all.length - lines)).join('\n')}\n`;
}
