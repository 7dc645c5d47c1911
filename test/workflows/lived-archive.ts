/** An archive whose nights are lived one after the other: the real activities, on the real local platform, whose clocks follow the passes. */
import { createActivities } from '../../activities/index.ts';
import { archiveLayout } from '../../src/archive/index.ts';
import type { ArchiveActivities, PassResult, PassTarget } from '../../src/run/archive-contract.ts';
import { serveFinishedJobs, type FinishedJobs } from '../activities/archive/finished-jobs.ts';
import { openPasses, type Passes } from '../activities/archive/run-passes.ts';

/** A job of the time that is lived through. */
export interface LivedJob {
  readonly name: string;
  readonly tag: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: 'Completed' | 'Stopped';
  readonly outputs: Readonly<Record<string, string>>;
}

export interface LivedArchive {
  readonly platform: FinishedJobs;
  readonly passes: Passes;
  /** Id on the platform, by name; of jobs that have begun. */
  readonly ids: ReadonlyMap<string, string>;
  /** Passes of `nightly` and `other` that closed, in order. */
  readonly closed: readonly PassResult[];
  /** Where two passes worked in the destination at the same time. */
  readonly overlaps: readonly string[];
  /** Each deletion that the platform was asked for: the job's id, and the pass of that moment. */
  deletions(): readonly { readonly jobId: string; readonly passTime: string }[];
  /** To be hosted under both names. */
  readonly activities: ArchiveActivities;
}

export interface LivedOrder {
  /** Rules of the archives `nightly`, which deletes, and `other`, which writes into the same destination. */
  readonly select: string;
  readonly selectOther: string;
  readonly keepMs: number;
  /** How late a pass begins, milliseconds. */
  latenessMs(passTime: string): number;
}

/** Jobs begin and end as the passes of `nightly` come; removed after the test. */
export async function openLivedArchive(
  jobs: readonly LivedJob[],
  { select, selectOther, keepMs, latenessMs }: LivedOrder,
): Promise<LivedArchive> {
  const platform = await serveFinishedJobs();
  let clock = new Date(0);
  const order = { select, keepMs, deleteJobs: true };
  const passes = await openPasses(platform, order, { now: () => clock });
  const { store, folder } = passes;
  const other = { ...(await folder.read(archiveLayout.order)), name: 'other', deleteJobs: false };
  const otherFolder = store.standingOrder('archives', 'other');
  await otherFolder.write(archiveLayout.order, { ...other, select: selectOther });

  const ids = new Map<string, string>();
  const ended = new Set<string>();
  /** All that happens until the pass begins to work. A time that is made up for finds the clock where it is. */
  const live = async (passTime: string): Promise<void> => {
    const until = Date.parse(passTime) + latenessMs(passTime);
    for (const { name, tag, startedAt, endedAt, status, outputs } of jobs) {
      if (startedAt > until || ended.has(name)) continue;
      if (!ids.has(name)) {
        platform.clock = new Date(startedAt).toISOString();
        ids.set(name, await platform.addJob({ name, tags: [tag], outputs }));
      }
      if (endedAt > until) continue;
      await platform.end(ids.get(name) ?? '', new Date(endedAt).toISOString(), status);
      ended.add(name);
    }
    clock = new Date(Math.max(clock.getTime(), until));
    platform.clock = clock.toISOString();
  };

  const begun: { readonly passTime: string; readonly requests: number }[] = [];
  const closed: PassResult[] = [];
  const overlaps: string[] = [];
  let writer: string | undefined;
  /** Says that a pass works in the destination. */
  const write = ({ archive, passTime }: PassTarget): void => {
    const name = `${archive} ${passTime}`;
    if (writer !== undefined && writer !== name) overlaps.push(`${name} beside ${writer}`);
    writer = name;
  };
  const real: ArchiveActivities = createActivities(passes.dependencies);
  const asWriter =
    <Input extends PassTarget, Output>(work: (input: Input) => Promise<Output>) =>
    (input: Input): Promise<Output> => {
      write(input);
      return work(input);
    };
  const activities: ArchiveActivities = {
    openPass: real.openPass,
    recordDecision: real.recordDecision,
    async selectJobs(input) {
      write(input);
      if (input.archive === 'nightly') {
        await live(input.passTime);
        begun.push({ passTime: input.passTime, requests: platform.requests.length });
      }
      return real.selectJobs(input);
    },
    archiveJobs: asWriter(real.archiveJobs),
    proveJobs: asWriter(real.proveJobs),
    archiveStudy: asWriter(real.archiveStudy),
    planDeletions: asWriter(real.planDeletions),
    deleteJobs: asWriter(real.deleteJobs),
    async closePass(input) {
      write(input);
      const result = await real.closePass(input);
      closed.push(result);
      writer = undefined;
      return result;
    },
  };
  return {
    ...{ platform, passes, ids, closed, overlaps, activities },
    deletions: () =>
      platform.requests.flatMap((request, index) => {
        const jobId = /^DELETE \/api\/v2\/jobs\/([^/]+)\//u.exec(request)?.[1];
        const passTime = begun.findLast(({ requests }) => requests <= index)?.passTime ?? 'no pass';
        return jobId === undefined ? [] : [{ jobId, passTime }];
      }),
  };
}
