import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArchiveActivities, PassResult } from '../../src/run/archive-contract.ts';
import {
  backfillFlowSchedule,
  createFlowSchedule,
  deleteFlowSchedule,
  describeFlowSchedule,
  pauseFlowSchedule,
  resumeFlowSchedule,
  triggerFlowSchedule,
  type FlowSchedule,
} from '../../src/temporal/flow-schedules.ts';
import { followsTiming } from '../../src/temporal/follows-timing.ts';
import type { FlowTiming } from '../../src/temporal/flow-timing.ts';
import { archiveScheduleId } from '../../src/temporal/names.ts';
import { searchAttributeKeys } from '../../src/temporal/search-attributes.ts';
import { hoursBetween, nightsIn } from './nights.ts';
import { openStoryStage, type StoryStage } from './story-stage.ts';
import { scriptArchive } from './scripted-archive.ts';

let stage: StoryStage;

beforeAll(async () => {
  stage = await openStoryStage();
});
afterAll(() => stage?.close());

const dayMs = 86_400_000;
const pace = { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 50 };

/** A schedule of a scripted archive, and the times of its passes in the order in which they closed. */
async function schedule(archive: string, timing: Partial<FlowTiming>) {
  const { activities } = scriptArchive({}, archive);
  const passTimes: string[] = [];
  const closePass: ArchiveActivities['closePass'] = (input) => {
    passTimes.push(input.passTime);
    return activities.closePass(input);
  };
  stage.host(archive, { ...activities, closePass });
  const scheduleId = archiveScheduleId(archive);
  const ordered: FlowSchedule = {
    scheduleId,
    timing: {
      cron: '0 3 * * *',
      timezone: 'Europe/Berlin',
      overlap: 'skip',
      catchupMs: 3_600_000,
      jitterMs: 0,
      ...timing,
    },
    workflowType: 'archiveWorkflow',
    input: { archive, pace },
    summary: archive,
    attributes: [{ key: searchAttributeKeys.FlowName, value: archive }],
  };
  const { client } = stage.environment;
  const isMade = await createFlowSchedule(client, ordered);
  return { client, scheduleId, ordered, isMade, passTimes };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(50);
}

describe.concurrent('a schedule of passes', () => {
  it('starts a pass for each order of a person, however soon one follows another', async () => {
    const { client, scheduleId, passTimes } = await schedule('twice', {});
    const trigger = () => triggerFlowSchedule(client, scheduleId, { patienceMs: 5_000 });
    const started = [await trigger(), await trigger(), await trigger()];
    expect(new Set(started).size).toBe(3);
    await until(() => passTimes.length === 3);
  });

  it('starts a pass when it is triggered, which is named by the time that the schedule meant', async () => {
    const { client, scheduleId, passTimes } = await schedule('triggered', {});
    const workflowId = await triggerFlowSchedule(client, scheduleId, { patienceMs: 30_000 });
    expect(workflowId).toMatch(/^archive-triggered-\d{4}-/);
    const pass = client.workflow.getHandle<() => Promise<PassResult>>(workflowId ?? '');
    const { passTime } = await pass.result();
    expect(passTimes).toEqual([passTime]);
    expect(Date.parse(passTime)).toBe(
      Date.parse(workflowId?.slice('archive-triggered-'.length) ?? ''),
    );
    const { typedSearchAttributes } = await pass.describe();
    expect(typedSearchAttributes.get(searchAttributeKeys.FlowName)).toBe('triggered');
    expect(typedSearchAttributes.get(searchAttributeKeys.FlowState)).toBe('clean');
    expect(await describeFlowSchedule(client, scheduleId)).toMatchObject({
      taken: 1,
      recent: [{ workflowId }],
    });
  });

  it('is made once, pauses with a note, resumes, and is deleted', async () => {
    const { client, scheduleId, ordered, isMade } = await schedule('paused', {});
    expect([isMade, await createFlowSchedule(client, ordered)]).toEqual([true, false]);
    expect(await pauseFlowSchedule(client, scheduleId, 'the disk is being replaced')).toBe(true);
    const paused = { paused: true, note: 'the disk is being replaced' };
    expect(await describeFlowSchedule(client, scheduleId)).toMatchObject(paused);
    await resumeFlowSchedule(client, scheduleId);
    expect(await describeFlowSchedule(client, scheduleId)).toMatchObject({ paused: false });
    expect(await deleteFlowSchedule(client, scheduleId)).toBe(true);
    await until(async () => (await describeFlowSchedule(client, scheduleId)) === undefined);
    expect(await deleteFlowSchedule(client, scheduleId)).toBe(false);
    expect(await triggerFlowSchedule(client, scheduleId, { patienceMs: 100 })).toBe(undefined);
  });

  it('names passes by the times that were ordered, whatever its jitter, and is seen when somebody gives it others', async () => {
    const { client, scheduleId, ordered, passTimes } = await schedule('put-off', {
      ...{ cron: '0 3 * * *', jitterMs: 3_600_000 },
    });
    const follows = async (): Promise<boolean> => {
      const { nextTimes = [] } = (await describeFlowSchedule(client, scheduleId)) ?? {};
      return followsTiming(ordered.timing, nextTimes, new Date());
    };
    expect(await follows()).toBe(true);
    const span = { from: new Date('2026-03-10T00:00Z'), to: new Date('2026-03-11T12:00Z') };
    await backfillFlowSchedule(client, scheduleId, span);
    await until(() => passTimes.length >= 2);
    expect(passTimes).toEqual(['2026-03-10T02:00:00.000Z', '2026-03-11T02:00:00.000Z']);
    await client.schedule
      .getHandle(scheduleId)
      .update((before) => ({ ...before, spec: { intervals: [{ every: '8s' }] } }));
    await until(async () => !(await follows()));
  });

  it('that the server can’t make is refused', async () => {
    await expect(schedule('refused', { timezone: 'Europe/Atlantis' })).rejects.toThrow(
      /Temporal refuses the schedule.*Atlantis/,
    );
  });

  it('makes up for past times in their order; a local time that clocks jump over is left out, and one that they repeat comes once', async () => {
    const { client, scheduleId, passTimes } = await schedule('clocks', { cron: '30 2 * * *' });
    const backfill = async (from: string, to: string, count: number): Promise<void> => {
      await backfillFlowSchedule(client, scheduleId, { from: new Date(from), to: new Date(to) });
      await until(() => passTimes.length >= count);
    };
    await backfill('2026-03-28T00:00:00Z', '2026-03-30T12:00:00Z', 2);
    await backfill('2026-10-24T00:00:00Z', '2026-10-26T12:00:00Z', 5);
    expect(passTimes).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('follows every order, also those that come one right after the other', async () => {
    const { client, scheduleId, passTimes } = await schedule('ordered', {});
    const days = Array.from({ length: 8 }, (_, index) => `2026-03-${10 + 2 * index}`);
    for (const day of days) {
      const [from, to] = [new Date(`${day}T00:00Z`), new Date(`${day}T12:00Z`)];
      await backfillFlowSchedule(client, scheduleId, { from, to });
    }
    await until(() => passTimes.length >= days.length);
    expect(passTimes.map((time) => time.slice(0, 10))).toEqual(days);
  });

  it.each([3, 10])(
    'tells its next times in UTC, past the change of clocks in month %i',
    async (month) => {
      const { client, scheduleId } = await schedule(`next-${month}`, {});
      const year = new Date().getUTCFullYear() + 1;
      const startAt = new Date(Date.UTC(year, month - 1, 23));
      // Clocks change on the last Sunday.
      await client.schedule.getHandle(scheduleId).update((before) => ({
        ...before,
        spec: { ...before.spec, startAt },
      }));
      const state = await describeFlowSchedule(client, scheduleId);
      const nights = nightsIn([{ from: startAt, to: new Date(startAt.getTime() + 10 * dayMs) }], {
        ...{ hour: 3, timezone: 'Europe/Berlin' },
      });
      expect(state?.nextTimes).toEqual(nights);
      const hours = new Set(hoursBetween(nights));
      expect(hours).toEqual(new Set([24, month === 3 ? 23 : 25]));
    },
  );
});
