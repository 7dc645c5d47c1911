import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformFile } from '../../src/platform-api/index.ts';
import { type JobEnding, runMarkerName } from '../../src/run/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Files may lag behind a job's end: looks further apart each time, until all markers are there or nothing new comes. */
const looksMs = [0, 1_000, 4_000, 15_000, 30_000];

/**
 * The job's output files by platform run number, read until every expected run has its marker or the list has stood still.
 * A job that was stopped or deleted isn't waited for.
 */
export async function listJobFiles(
  { platform, poll }: ActivityDependencies,
  jobId: string,
  { expected, ending }: { readonly expected: number; readonly ending: JobEnding },
  { signal, show }: ActivityRun,
): Promise<Map<number, PlatformFile[]>> {
  let runs = new Map<number, PlatformFile[]>();
  let before = -1;
  for (const lookMs of looksMs) {
    await delay(Math.min(lookMs, poll.maxMs * 2), undefined, { signal });
    runs = new Map();
    let count = 0;
    for await (const file of platform.jobs.files(jobId, { signal, pageSize: 1_000 })) {
      const run = runOf(file);
      if (run === undefined) continue;
      count += 1;
      const files = runs.get(run);
      if (files === undefined) runs.set(run, [file]);
      else files.push(file);
    }
    show({ job: jobId, files: count });
    const marked = [...runs.values()].filter((files) => files.some(isMarker)).length;
    const stoodStill = count === before && lookMs > 1_000;
    if (marked >= expected || ending.kind !== 'ended' || stoodStill) return runs;
    before = count;
  }
  return runs;
}

function isMarker(file: PlatformFile): boolean {
  return (file.relativePath ?? file.name) === runMarkerName;
}

/** The run a file belongs to: `.../run<N>/<relativePath>`. */
export function runOf(file: Pick<PlatformFile, 'path'>): number | undefined {
  const match = /(?:^|\/)run(\d{1,9})\//.exec(file.path ?? '');
  return match === null ? undefined : Number(match[1]);
}
