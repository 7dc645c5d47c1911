/** What archives and recurring studies tell while they wait for trouble, and how waiting for them is left. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Context } from '@temporalio/activity';
import { expect, it, vi } from 'vitest';
import { archiveLayout, keyOfOrder } from '../../src/archive/index.ts';
import { troubleOf } from '../../src/run/trouble.ts';
import type { Store } from '../../src/store/index.ts';
import { beginDoeflow, doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { uniform, writeAwkStudy } from '../studies/write-study.ts';
import { scriptArchive } from './scripted-archive.ts';
import type { StoryStage } from './story-stage.ts';

/** Where the verbs work. */
export interface VerbStage {
  readonly stage: StoryStage;
  readonly store: Store;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

const since = '2026-03-01T03:00:00.000Z';
const trouble = troubleOf(
  { code: 'STORAGE_REFUSED', message: '/mnt/archive is a file (name another)' },
  since,
);
/** Three times what a person has to wait, for a machine under load. */
const patience = { timeout: 30_000, interval: 200 };

/** An activity in trouble, until `isOver` or it is cancelled. */
async function waitInTrouble(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    Context.current().heartbeat({ trouble });
    await Context.current().sleep(50);
  }
}

/** Adds the tests; `on` is asked when they run. */
export function tellsOfWaiting(on: () => VerbStage): void {
  const order = (name: string): string[] => [
    ...['archive', 'create', name, '--select', '#beam', '--cron', '0 3 * * *'],
    ...['--to', join(on().folder, 'archive')],
  ];

  it('tells what a pass waits for, since when and what to do, and goes on telling until it is over', async () => {
    const { stage, store, env, folder } = on();
    let isOver = false;
    const before = (call: string) =>
      call.startsWith('archiveJobs') ? waitInTrouble(() => isOver) : undefined;
    const place = join(folder, 'shared');
    for (const name of ['stuck', 'behind']) {
      const created = await doeflowInProcess([...order(name), '--to', place], env);
      expect(created.exitCode).toBe(0);
      const kept = store.standingOrder('archives', name);
      const key = await keyOfOrder(kept, await kept.read(archiveLayout.order));
      stage.host(name, scriptArchive({ before }, key).activities);
    }

    const left = beginDoeflow(['archive', 'trigger', 'stuck', '--wait', '--json'], env);
    const { waitingFor, lastError, whatToDo } = trouble;
    await vi.waitFor(() => {
      expect(left.remarked()).toContain(`waiting for ${waitingFor}, for`);
      expect(left.remarked()).toContain(`${lastError}\n  to do: ${whatToDo}`);
    }, patience);
    left.interrupt();
    const { exitCode, stdout, stderr } = await left.end;
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([130, { trouble: [trouble] }]);
    expect(stderr).toMatch(/goes on\. See: doeflow archive show stuck/u);

    await vi.waitFor(async () => {
      const shown = await doeflowInProcess(['archive', 'show', 'stuck', '--json'], env);
      expect(JSON.parse(shown.stdout)).toMatchObject({ trouble: [trouble] });
      const listed = await doeflowInProcess(['archive', 'list'], env);
      expect(listed.stdout).toContain(`stuck: waiting for ${waitingFor}, for`);
      expect(listed.stdout).toContain(`to do: ${whatToDo}`);
    }, patience);
    expect((await doeflowInProcess(['archive', 'show', 'stuck'], env)).stdout).toContain(lastError);

    // The one writer of the destination is another's pass: its trouble holds this one up.
    await doeflowInProcess(['archive', 'trigger', 'behind'], env);
    await vi.waitFor(async () => {
      const shown = await doeflowInProcess(['archive', 'show', 'behind', '--json'], env);
      expect(JSON.parse(shown.stdout)).toMatchObject({ trouble: [trouble] });
    }, patience);

    isOver = true;
    await vi.waitFor(async () => {
      const shown = await doeflowInProcess(['archive', 'show', 'stuck', '--json'], env);
      expect(JSON.parse(shown.stdout)).toMatchObject({
        trouble: [],
        passes: [{ state: 'completed' }],
      });
    }, patience);
  });

  it('ends a dry run with its command, and removes what earlier ones left', async () => {
    const { stage, store, env } = on();
    const before = () => waitInTrouble(() => false);
    stage.host('dry', scriptArchive({ before }, 'dry').activities);
    const killed = store.standingOrder('archives', 'dry.dry-run-2026-03-01T03-00-00.000Z');
    await killed.write(archiveLayout.claimed, { orderCreatedAt: since });

    const left = beginDoeflow([...order('dry'), '--dry-run'], env);
    await vi.waitFor(() => expect(left.remarked()).toContain(trouble.whatToDo), patience);
    const running = 'WorkflowType = "archivePreviewWorkflow"';
    const { workflow } = stage.environment.client;
    const ofDry = async () => {
      const found = [];
      for await (const one of workflow.list({ query: running })) {
        if (one.workflowId.startsWith('archive-dry.')) found.push(one);
      }
      return found;
    };
    await vi.waitFor(async () => expect(await ofDry()).toHaveLength(1), patience);
    const [preview] = await ofDry();
    const { raw } = await workflow.getHandle(preview?.workflowId ?? '').describe();
    expect(Number(raw.executionConfig?.workflowExecutionTimeout?.seconds)).toBe(7200);
    left.interrupt();
    const { exitCode, stderr } = await left.end;
    expect([exitCode, /dry run is ended. Nothing was created/.test(stderr)]).toEqual([130, true]);
    const { status } = await workflow.getHandle(preview?.workflowId ?? '').describe();
    expect(status.name).toBe('TERMINATED');
    const names = await store.listStandingOrders('archives');
    expect(names.filter((name) => name.startsWith('dry.'))).toEqual([]);
  });

  it('looks at the destination before anything is created', async () => {
    const { env, folder, store } = on();
    const refusedAt = async (place: string, ...more: readonly string[]) => {
      const command = [...order('nowhere'), '--to', place, ...more];
      const { exitCode, stderr } = await doeflowInProcess(command, env);
      expect(await store.listStandingOrders('archives')).not.toContain('nowhere');
      return [exitCode, stderr] as const;
    };
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    expect(await refusedAt(file)).toEqual([4, expect.stringContaining('is a file')]);
    expect(await refusedAt(file, '--dry-run')).toEqual([4, expect.stringContaining('is a file')]);
    const other = join(folder, 'other-engine');
    const { mark } = (await import('../../src/archive/index.ts')).destinationLayout;
    const { openFolderStore, openDocumentFolder } = await import('../../src/objects/index.ts');
    const platform = { kind: 'configured' as const, baseUrl: 'https://example.org/' };
    await openDocumentFolder(openFolderStore(other), '').write(mark, {
      ...{ formatVersion: 1, engineId: 'another', platform },
    });
    const another = [5, expect.stringContaining('belongs to an archive of another engine')];
    expect(await refusedAt(other)).toEqual(another);
    expect(await refusedAt(other, '--dry-run')).toEqual(another);
    for (const place of ['/', '/proc/self', join(folder, 'store', 'x'), join(folder, 'home')]) {
      expect(await refusedAt(place)).toEqual([2, expect.stringContaining('No archive can be in')]);
    }
  });

  it('tells what a recurring study waits for, and is left with words', async () => {
    const { stage, env, folder } = on();
    const study = writeAwkStudy(folder, {
      ...{ name: 'comes', inputs: { x: uniform(0, 1) }, outputs: { y: '2 * x' } },
      design: '{ method: monte-carlo, runs: 3, seed: 3 }',
    });
    stage.host('comes', {
      async prepareRecurrence() {
        await waitInTrouble(() => false);
        throw new Error('It never ends');
      },
      admitRecurrence: () => Promise.reject(new Error('Nothing to begin')),
      closeRecurrence: () => Promise.reject(new Error('Nothing to close')),
    });
    const created = ['schedule', 'create', study, '--cron', '0 3 * * *'];
    expect(await doeflowInProcess(created, env)).toMatchObject({ exitCode: 0 });
    const left = beginDoeflow(['schedule', 'trigger', 'comes', '--wait'], env);
    await vi.waitFor(() => expect(left.remarked()).toContain(trouble.whatToDo), patience);
    left.interrupt();
    const { exitCode, stderr } = await left.end;
    expect([exitCode, /goes on\. See: doeflow schedule show comes/.test(stderr)]).toEqual([
      130,
      true,
    ]);
    for (const verb of [['show', 'comes'], ['list']]) {
      const { stdout } = await doeflowInProcess(['schedule', ...verb], env);
      expect(stdout).toContain(trouble.whatToDo);
      const { stdout: json } = await doeflowInProcess(['schedule', ...verb, '--json'], env);
      expect([JSON.parse(json)].flat()).toMatchObject([{ trouble: [trouble] }]);
    }
  });
}
