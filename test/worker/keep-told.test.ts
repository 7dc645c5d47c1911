import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  beginTelling,
  cutAfterMs,
  notifyLayout,
  readTellings,
  tellingLayout,
  waitsMs,
  type Letter,
  type StudyEvent,
  type TellingOutcome,
} from '../../src/notify/index.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { studyEvents } from '../../src/run/study-events.ts';
import { layout, openStore, type Store } from '../../src/store/index.ts';
import { ToldKeeper } from '../../worker/keep-told.ts';
import type { SeenStudy } from '../../worker/see-study.ts';

const study = { studyId: 'beam-1', studyName: 'beam' };
const good: TellingOutcome = { ok: true, note: 'Told', answer: '200', mayHelp: false };
const sick: TellingOutcome = { ok: false, note: 'it answered 503', answer: '503', mayHelp: true };

const progress = (state: StudyProgress['state']): StudyProgress => ({
  ...{ ...study, planHash: 'x', state, activity: 'paused by the guard failFast: none is done' },
  ...{ jobs: [], failures: [], notes: ['the token s3cr3t-t0ken is old'] },
  runs: { total: 2, done: 1, failed: 1, submitted: 0 },
});

interface Scene {
  readonly store: Store;
  readonly heard: { readonly target: string; readonly event: StudyEvent }[];
  readonly warned: unknown[];
  seen: SeenStudy;
  answer: (target: string) => Promise<TellingOutcome>;
  at: Date;
  /** A worker of its own. */
  keeper(): ToldKeeper;
  /** One look, until all that it began is told. */
  look(keeper: ToldKeeper): Promise<void>;
  /** Words on how each telling stands. */
  standing(): Promise<readonly string[]>;
}

async function scene(...targets: readonly string[]): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-told-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(folder);
  const made: Scene = {
    ...{ store, heard: [], warned: [], at: new Date('2026-03-01T12:00:00.000Z') },
    seen: { progress: progress('Running'), troubles: [], isBlind: false },
    answer: () => Promise.resolve(good),
    keeper: () =>
      new ToldKeeper({
        store,
        log: { warn: (...words: unknown[]) => void made.warned.push(words) },
        see: () => Promise.resolve(made.seen),
        facts: (known) => Promise.resolve({ ...known, cost: null, results: '/results' }),
        tell: (target: string, { body }: Letter) => {
          made.heard.push({ target, event: JSON.parse(body) as StudyEvent });
          return made.answer(target);
        },
        hide: (text) => text.replaceAll('s3cr3t-t0ken', '[redacted]'),
        now: () => made.at,
        everyMs: 1_000_000,
        signal: new AbortController().signal,
      }),
    look: async (keeper) => {
      await keeper.lookAtAll();
      await keeper.settled(5_000);
    },
    standing: async () =>
      (await readTellings(store, study.studyId, made.at)).map(
        ({ target, id, telling }) => `${target} ${id}: ${telling.kind}`,
      ),
  };
  const chosen = targets.map((name) => ({ name, on: studyEvents }));
  await beginTelling(store, study, chosen, made.at);
  return made;
}

const later = (made: Scene, ms: number): void => {
  made.at = new Date(made.at.getTime() + ms);
};

const isOpen = ({ store }: Scene): Promise<boolean> =>
  store.engineRecords().has(tellingLayout.open(study.studyId));

describe('people', () => {
  it('are told of a pause and of the end once, however many workers look and start again', async () => {
    const made = await scene('ops');
    const first = made.keeper();
    await made.look(first);
    expect(made.heard).toEqual([]);
    made.seen = { ...made.seen, progress: progress('Paused') };
    await Promise.all([made.look(first), made.look(made.keeper()), made.look(made.keeper())]);
    await made.look(made.keeper());
    expect(made.heard.map(({ event }) => event.id)).toEqual(['beam-1/paused-1']);
    made.seen = { ...made.seen, progress: progress('Running') };
    await made.look(first);
    made.seen = { ...made.seen, progress: progress('Paused') };
    await made.look(first);
    made.seen = { ...made.seen, progress: progress('Finished') };
    await made.store.study(study.studyId).write(layout.status, progress('Finished'));
    await made.look(first);
    await made.look(first);
    expect(made.heard.map(({ event }) => event.id)).toEqual([
      'beam-1/paused-1',
      'beam-1/paused-2',
      'beam-1/finished-1',
    ]);
    expect(await isOpen(made)).toBe(false);
    expect(made.warned).toEqual([]);
  });

  it('are told again, with the same id, where a worker was killed while it told them', async () => {
    const made = await scene('ops');
    made.seen = { ...made.seen, progress: progress('Paused') };
    made.answer = () => new Promise(() => undefined);
    await made.keeper().lookAtAll();
    await expect.poll(() => made.heard.length).toBe(1);
    made.answer = () => Promise.resolve(good);
    await made.look(made.keeper());
    expect(made.heard).toHaveLength(1);
    later(made, cutAfterMs);
    const next = made.keeper();
    await made.look(next);
    await made.look(next);
    expect(made.heard.map(({ event }) => event.id)).toEqual(['beam-1/paused-1', 'beam-1/paused-1']);
    expect(await made.standing()).toEqual(['ops beam-1/paused-1: told']);
  });

  it('who are down are tried a few times, and hold up neither others nor the study', async () => {
    const made = await scene('down', 'ops');
    made.seen = { ...made.seen, progress: progress('Finished') };
    await made.store.study(study.studyId).write(layout.status, progress('Finished'));
    made.answer = (target) => Promise.resolve(target === 'ops' ? good : sick);
    const keeper = made.keeper();
    await made.look(keeper);
    await made.look(keeper);
    expect(await made.standing()).toEqual([
      'down beam-1/finished-1: waits',
      'ops beam-1/finished-1: told',
    ]);
    for (const waitMs of waitsMs) {
      expect(await isOpen(made)).toBe(true);
      later(made, waitMs);
      await made.look(keeper);
    }
    expect(made.heard.filter(({ target }) => target === 'down')).toHaveLength(waitsMs.length + 1);
    expect(made.heard.filter(({ target }) => target === 'ops')).toHaveLength(1);
    const [down] = await readTellings(made.store, study.studyId, made.at);
    expect(down?.telling).toEqual({
      ...{ kind: 'given up', note: 'it answered 503', tries: waitsMs.length + 1 },
      lastAt: expect.any(String) as string,
    });
    await made.look(keeper);
    expect(await isOpen(made)).toBe(false);
    expect(JSON.stringify(made.warned)).toContain('it answered 503');
  });

  it('who refuse for good are not asked again', async () => {
    const made = await scene('ops');
    made.seen = { ...made.seen, progress: progress('Paused') };
    made.answer = () => Promise.resolve({ ...sick, mayHelp: false });
    const keeper = made.keeper();
    await made.look(keeper);
    later(made, 3_600_000);
    await made.look(keeper);
    expect(made.heard).toHaveLength(1);
    expect(await made.standing()).toEqual(['ops beam-1/paused-1: given up']);
  });

  it('are told only of what they chose, and never a token', async () => {
    const made = await scene();
    const chosen = [{ name: 'ops', on: ['finished'] as const }];
    await beginTelling(made.store, study, chosen, made.at);
    const keeper = made.keeper();
    made.seen = { ...made.seen, progress: progress('Paused') };
    await made.look(keeper);
    expect(made.heard).toEqual([]);
    made.seen = { ...made.seen, progress: progress('Stopped') };
    await made.look(keeper);
    expect(made.heard).toHaveLength(1);
    expect(made.heard[0]?.event.words).toBe(
      'Study beam-1 was stopped: 1 of 2 runs done, 1 failed.',
    );
    expect(JSON.stringify(made.heard)).not.toContain('s3cr3t');
    expect(made.heard[0]?.event.notes).toEqual(['the token [redacted] is old']);
  });

  it('are told of a further end where a study that had ended was started again', async () => {
    const made = await scene('ops');
    const folder = made.store.study(study.studyId);
    made.seen = { ...made.seen, progress: progress('Finished with failures') };
    await folder.write(layout.status, progress('Finished with failures'));
    const keeper = made.keeper();
    await made.look(keeper);
    await made.look(keeper);
    expect(await isOpen(made)).toBe(false);
    await folder.remove(layout.status);
    await beginTelling(made.store, study, [], made.at);
    expect(await isOpen(made)).toBe(true);
    await made.look(keeper);
    expect(made.heard.map(({ event }) => event.id)).toEqual([
      'beam-1/finished-1',
      'beam-1/finished-2',
    ]);
  });

  it('are told of trouble after some minutes and of its end, as far as looks saw it', async () => {
    const made = await scene('ops');
    const keeper = made.keeper();
    const down = {
      ...{ waitingFor: 'the platform', code: 'API_SERVER', attempts: 3, lastError: '503' },
      ...{ whatToDo: 'Wait', since: made.at.toISOString() },
    };
    made.seen = { ...made.seen, troubles: [down] };
    await made.look(keeper);
    later(made, 4 * 60_000);
    // Each look may see it as new: the first sight counts.
    made.seen = { ...made.seen, troubles: [{ ...down, since: made.at.toISOString() }] };
    await made.look(keeper);
    expect(made.heard).toEqual([]);
    later(made, 60_000);
    await made.look(keeper);
    expect(made.heard.map(({ event }) => event.event)).toEqual(['trouble']);
    made.seen = { ...made.seen, troubles: [] };
    await made.look(keeper);
    expect(made.heard).toHaveLength(1);
    later(made, 3 * 60_000);
    await made.look(keeper);
    expect(made.heard.map(({ event }) => event.event)).toEqual(['trouble', 'recovered']);
  });

  it('are nobody: then nothing is kept and nothing looked at', async () => {
    const made = await scene();
    expect(await isOpen(made)).toBe(false);
    expect(await made.store.notifications(study.studyId).has(notifyLayout.choice)).toBe(false);
  });
});

it('a store that fails is told in the log, and looked at again', async () => {
  const made = await scene('ops');
  const warned: unknown[] = [];
  const ended = new AbortController();
  const broken = {
    ...made.store,
    engineRecords: () => {
      ended.abort();
      throw new Error('no such disk');
    },
  };
  await new ToldKeeper({
    ...{ store: broken, log: { warn: (...words: unknown[]) => void warned.push(words) } },
    ...{ see: () => Promise.resolve(made.seen), tell: () => Promise.resolve(good) },
    facts: (known) => Promise.resolve({ ...known, cost: null, results: undefined }),
    ...{ hide: (text: string) => text, now: () => made.at, everyMs: 5, signal: ended.signal },
  }).keep();
  expect(warned).toHaveLength(1);
});
