/**
 * Nightly passes through a whole year with both changes of clocks (long form; else fifteen nights around each), which the real server's
 * backfill makes up for. The platform's clock and the worker's follow the passes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyDestination } from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { backfillFlowSchedule, createFlowSchedule } from '../../src/temporal/flow-schedules.ts';
import { archiveScheduleId } from '../../src/temporal/names.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm } from '../kit/test-form.ts';
import { imagineJobs } from './imagined-jobs.ts';
import { openLivedArchive } from './lived-archive.ts';
import { hoursBetween, nightsIn, type Span } from './nights.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';

const timezone = 'Europe/Berlin';
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const span = (from: string, to: string): Span => ({ from: new Date(from), to: new Date(to) });
const spans = longForm
  ? [span('2025-01-01', '2026-01-01')]
  : [span('2025-03-23', '2025-04-07'), span('2025-10-19', '2025-11-03')];
const changes = [span('2025-03-27', '2025-04-01'), span('2025-10-24', '2025-10-28')];
const nights = nightsIn(spans, { hour: 3, timezone });
const nightsOfChanges = nightsIn(changes, { hour: 3, timezone });
const sundays = nights.filter((night) => new Date(night).getUTCDay() === 0);
const ageMs = 2 * dayMs;
const keepDays = longForm ? 30 : 6;
const keepMs = keepDays * dayMs;
const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };
const patienceMs = longForm ? 1_800_000 : 200_000;

/** A pass begins up to 145 minutes late, some more than others, so that the worker's clock has a say in what is due. */
const latenessMs = (passTime: string): number =>
  minuteMs * (1 + 24 * (Math.floor(Date.parse(passTime) / dayMs) % 7));

/** The pass that should archive a job which ended then, and the pass that should delete it. */
function fateOf(endedAt: number) {
  const archivedAt = nights.find((night) => Date.parse(night) - endedAt > ageMs);
  const at = Date.parse(archivedAt ?? '');
  const deletedAt = nights.find((night) => {
    const [asMeant, late] = [Date.parse(night), latenessMs(night)];
    return asMeant >= at + keepMs && asMeant + late >= at + latenessMs(archivedAt ?? '') + keepMs;
  });
  return { archivedAt, deletedAt };
}

let stage: StoryStage;
beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

function createSchedule(archive: string, cron: string) {
  const timing = { cron, timezone, overlap: 'skip', catchupMs: minuteMs, jitterMs: 0 } as const;
  return createFlowSchedule(stage.environment.client, {
    ...{ scheduleId: archiveScheduleId(archive), timing, workflowType: 'archiveWorkflow' },
    ...{ input: { archive, pace }, summary: archive, attributes: [] },
  });
}

it(
  'archives each job once, keeps it its time, and deletes it once, through both changes of clocks',
  { timeout: 2 * patienceMs },
  async () => {
    const jobs = imagineJobs({ spans, nights: nightsOfChanges, ageMs, count: longForm ? 360 : 16 });
    const lived = await openLivedArchive(jobs, {
      select: '#beam and state:completed and age:>2d',
      selectOther: '#other and state:completed',
      ...{ keepMs, latenessMs },
    });
    const { client } = stage.environment;
    const begin = async (archive: string, cron: string): Promise<void> => {
      stage.host(archive, lived.activities);
      await createSchedule(archive, cron);
      for (const one of spans) await backfillFlowSchedule(client, archiveScheduleId(archive), one);
    };
    const closedOf = (archive: string) => lived.closed.filter((pass) => pass.archive === archive);
    const closes = (archive: string, count: number) =>
      waitFor(
        `${count} passes of ${archive}`,
        () => closedOf(archive).length >= count || lived.overlaps.length > 0,
        patienceMs,
      );
    await Promise.all([begin('nightly', '0 3 * * *'), begin('other', '0 3 * * 0')]);
    await closes('nightly', nights.length);
    await closes('other', sundays.length);
    expect(lived.overlaps).toEqual([]);
    expect(closedOf('nightly').map(({ passTime }) => passTime)).toEqual(nights);
    expect(closedOf('other').map(({ passTime }) => passTime)).toEqual(sundays);
    expect(lived.closed.filter(({ outcome }) => outcome !== 'clean')).toEqual([]);
    const hours = hoursBetween(nights).filter((each) => each !== 24 && each < 48);
    expect(hours).toEqual([23, 25]);
    expect(nights).toEqual(
      expect.arrayContaining(['2025-03-30T01:00:00.000Z', '2025-10-26T02:00:00.000Z']),
    );

    const chosen = jobs.filter(({ tag, status }) => tag === 'beam' && status === 'Completed');
    const expected = chosen.map((job) => ({ name: job.name, ...fateOf(job.endedAt) }));
    const found = await Promise.all(
      chosen.map(async ({ name }) => {
        const record = await lived.passes.record(lived.ids.get(name) ?? '');
        return { name, archivedAt: record?.provenAt, deletedAt: record?.deletedAt };
      }),
    );
    expect(found).toEqual(expected);
    const deleted = expected.filter(({ deletedAt }) => deletedAt !== undefined);
    const deletions = lived.deletions();
    expect(deletions).toHaveLength(deleted.length);
    expect(deletions).toEqual(
      expect.arrayContaining(
        deleted.map(({ name, deletedAt }) => ({
          jobId: lived.ids.get(name),
          passTime: deletedAt,
        })),
      ),
    );
    const keptHours = deleted.flatMap(({ archivedAt, deletedAt }) =>
      hoursBetween([archivedAt ?? '', deletedAt ?? '']),
    );
    // A night of autumn comes an hour after the keep time; one of spring an hour before, so the next one deletes.
    const keepHours = 24 * keepDays;
    expect(keptHours).toEqual(expect.arrayContaining([keepHours + 1, keepHours + 23]));
    expect(Math.min(...keptHours)).toBeGreaterThanOrEqual(keepHours);

    const files = await lived.passes.files('jobs');
    expect(Object.keys(files).filter((path) => !path.includes('/v1/'))).toEqual([]);
    const fetched = () =>
      lived.platform.requests.filter((request) => request.includes('/contents/')).length;
    const copied = Object.keys(files).filter((path) => path.includes('/data/outputs/')).length;
    expect(fetched()).toBe(copied);

    // The same nights once more: the same passes, which find their work done.
    const { length } = nightsOfChanges;
    for (const one of changes) {
      await backfillFlowSchedule(client, archiveScheduleId('nightly'), one);
    }
    await closes('nightly', nights.length + length);
    expect(lived.overlaps).toEqual([]);
    const again = closedOf('nightly').slice(-length);
    expect(again.map(({ passTime }) => passTime)).toEqual(nightsOfChanges);
    expect([fetched(), lived.deletions().length]).toEqual([copied, deleted.length]);
    expect((await verifyDestination(openFolderStore(lived.passes.root))).whole).toBe(true);
  },
);
