import { setTimeout as delay } from 'node:timers/promises';
import { runOfFile, type PlatformClient, type PlatformFile } from '../../src/platform-api/index.ts';
import { type JobEnding, runMarkerName } from '../../src/run/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import type { PlatformPatience } from './platform-patience.ts';

/** Output files by platform run number. */
export type RunFiles = ReadonlyMap<number, readonly PlatformFile[]>;

/** What a listing is given of its activity. */
export interface ListingRun extends Pick<ActivityRun, 'signal' | 'show'> {
  readonly patience: PlatformPatience;
}

/** Files may lag behind a job's end: looks further apart each time, until all markers are there or nothing new comes. */
const looksMs = [0, 1_000, 4_000, 15_000, 30_000];

/**
 * The job's output files by platform run number, read until every expected run has its marker or the list has stood still.
 * A job that was stopped is looked at twice at least, as most of its runs have no marker; one that was deleted isn't waited for.
 */
export async function listJobFiles(
  { platform, poll }: ActivityDependencies,
  jobId: string,
  { expected, ending }: { readonly expected: number; readonly ending: JobEnding },
  { patience, signal, show }: ListingRun,
): Promise<RunFiles> {
  let runs: RunFiles = new Map();
  let before = -1;
  for (const lookMs of looksMs) {
    await delay(Math.min(lookMs, poll.maxMs * 2), undefined, { signal });
    runs = await lookAtJobFiles(platform, jobId, { patience, signal });
    const count = [...runs.values()].reduce((sum, files) => sum + files.length, 0);
    show({ job: jobId, files: count });
    const marked = [...runs.values()].filter((files) => files.some(isMarker)).length;
    const stoodStill = count === before && (lookMs > 1_000 || ending.kind === 'stopped');
    if (marked >= expected || ending.kind === 'deleted' || stoodStill) return runs;
    before = count;
  }
  return runs;
}

/** The job's output files by platform run number, as they are listed now. */
export async function lookAtJobFiles(
  platform: PlatformClient,
  jobId: string,
  { patience, signal }: Omit<ListingRun, 'show'>,
): Promise<RunFiles> {
  const runs = new Map<number, PlatformFile[]>();
  const options = { signal, pageSize: 1_000, askPage: patience.call };
  for await (const file of platform.jobs.files(jobId, options)) {
    const run = runOfFile(file);
    if (run === undefined) continue;
    const files = runs.get(run);
    if (files === undefined) runs.set(run, [file]);
    else files.push(file);
  }
  return runs;
}

/** True for the file with which a run proves its end. */
export function isMarker(file: PlatformFile): boolean {
  return (file.relativePath ?? file.name) === runMarkerName;
}
