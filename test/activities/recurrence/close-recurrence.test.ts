import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeRecurrence } from '../../../activities/recurrence/close-recurrence.ts';
import { prepareRecurrence } from '../../../activities/recurrence/prepare-recurrence.ts';
import { recurrenceLayout } from '../../../src/recurrence/index.ts';
import { nameWasTaken } from '../../../src/run/archive-contract.ts';
import { layout } from '../../../src/store/index.ts';
import { openOccurrences, passTimeOfDay, schedule } from './occurrences.ts';

/** A server that hears notifications; answers as told, 200 by default. */
async function openListener(answers: readonly number[] = []) {
  const heard: { readonly body: unknown; readonly headers: NodeJS.Dict<string | string[]> }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({ body: JSON.parse(body) as unknown, headers: request.headers });
      response.statusCode = answers[heard.length - 1] ?? 200;
      response.setHeader('location', '/elsewhere');
      response.end('thanks');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path` };
}

describe('an occurrence', () => {
  it('is the same study whenever it is prepared, of the files that the order took', async () => {
    const { dependencies, store, results } = await openOccurrences();
    const pass = { schedule, passTime: passTimeOfDay(1) };
    const first = await prepareRecurrence(dependencies, pass);
    const before = await store.study(first.studyId).read(layout.snapshot);
    expect(await prepareRecurrence(dependencies, pass)).toEqual(first);
    expect(await store.study(first.studyId).read(layout.snapshot)).toEqual(before);
    expect(before.resultsDir).toBe(join(results, first.studyId));
    expect(first).toMatchObject({
      ...{ studyName: 'beam', runs: 2, method: 'full-factorial', overlap: 'skip' },
      summary: 'beam: 2 runs, full-factorial',
    });
    // Until its workflow is there it is unseen, as any other study is.
    expect(await store.study(first.studyId).read(layout.starting)).toMatchObject({ kind: 'new' });
  });

  it('is not run without an order', async () => {
    const { dependencies, store } = await openOccurrences();
    await store.standingOrder('recurrences', schedule).remove(recurrenceLayout.order);
    await expect(
      prepareRecurrence(dependencies, { schedule, passTime: passTimeOfDay(1) }),
    ).rejects.toMatchObject({
      ...{ type: 'RECURRENCE_NOT_ORDERED', nonRetryable: true },
      message:
        'The store has no order for the recurring study "nightly", so nothing is run for it. Remove its schedule: doeflow schedule delete nightly',
    });
    expect(await store.listStudies()).toEqual([]);
  });

  it('is compared with the reference, which stays while occurrences are the same', async () => {
    const { come } = await openOccurrences();
    expect(await come(1, [{ y: 1 }, { y: 2 }])).toMatchObject({ comparison: 'first', moved: 0 });
    expect(await come(2, [{ y: 1.06 }, { y: 2 }])).toMatchObject({ comparison: 'same', moved: 0 });
    // 6 % more than the day before, but 12 % more than the reference.
    const third = await come(3, [{ y: 1.12 }, { y: 2 }]);
    expect(third).toMatchObject({ comparison: 'moved', moved: 1 });
    expect(third.notes[0]).toContain('1 of y (run 1: 1.12 instead of 1)');
    expect(await come(4, [{ y: 1.12 }, { y: 2 }])).toMatchObject({ comparison: 'same' });
  });

  it('that failed, was stopped or was skipped is no reference', async () => {
    const { come, dependencies, store } = await openOccurrences();
    const good = await come(1, [{ y: 1 }, { y: 2 }]);
    expect(await come(2, [{ y: 1 }, 'failed'], 'Finished with failures')).toMatchObject({
      comparison: 'incomparable',
      notes: [
        `Not comparable with ${good.studyId}: runs that it has are missing`,
        'Done in the reference, but not now: run 2',
      ],
    });
    expect(await come(3, [], 'Stopped')).toMatchObject({
      comparison: 'incomparable',
      notes: ['Not compared: the study ended as Stopped'],
    });
    const orders = store.standingOrder('recurrences', schedule);
    const runsOf = async (day: number) =>
      (await orders.read(recurrenceLayout.result(passTimeOfDay(day)))).runs;
    expect(await runsOf(2)).toEqual({ failed: 1, total: 2 });
    expect(await runsOf(3)).toEqual({ failed: 0, total: 2 });
    const passTime = passTimeOfDay(4);
    const now = () => new Date(passTime);
    const { studyId } = await prepareRecurrence({ ...dependencies, now }, { schedule, passTime });
    const skipped = { schedule, passTime, studyId, state: 'Skipped' };
    expect(await closeRecurrence(dependencies, skipped)).toMatchObject({ comparison: 'skipped' });
    // Nothing is left of the study that never began.
    expect(await store.study(studyId).has(layout.snapshot)).toBe(false);
    const fifth = await come(5, [{ y: 1 }, { y: 2 }]);
    expect(fifth.notes[0]).toContain(`The same as ${good.studyId}: 2 values of 1 responses`);
  });

  it('of another design is not compared, and is the next reference', async () => {
    const { come, order } = await openOccurrences();
    await come(1, [{ y: 1 }, { y: 2 }]);
    await order({ levels: '1, 3' });
    const second = await come(2, [{ y: 1 }, { y: 2 }]);
    expect(second).toMatchObject({ comparison: 'incomparable' });
    expect(second.notes[0]).toContain('the designs differ (design.csv)');
    expect(await come(3, [{ y: 1 }, { y: 2 }])).toMatchObject({ comparison: 'same' });
  });

  it('whose reference is damaged or gone is said so, and is the next reference', async () => {
    const { come, store } = await openOccurrences();
    const { studyId } = await come(1, [{ y: 1 }, { y: 2 }]);
    await store.study(studyId).sink(layout.outcomes(1))(['not json\n']);
    const second = await come(2, [{ y: 1 }, { y: 2 }]);
    expect(second).toMatchObject({ comparison: 'incomparable' });
    expect(second.notes[0]).toMatch(/that study can't be read \(The store is damaged: .*outcomes/u);
    expect(await come(3, [{ y: 1 }, { y: 2 }])).toMatchObject({ comparison: 'same' });
    await store.study(second.studyId).remove(layout.snapshot);
    expect((await come(4, [{ y: 1 }, { y: 2 }])).notes[0]).toContain('no longer in the store');
  });

  it('leaves its comparison in its results, the summary and a true manifest', async () => {
    const { come, results } = await openOccurrences();
    await come(1, [{ y: 1 }, { y: 2 }]);
    const { studyId, notes } = await come(2, [{ y: 1.5 }, { y: 2.1 }]);
    const read = (name: string): string => readFileSync(join(results, studyId, name), 'utf8');
    expect(JSON.parse(read('comparison.json'))).toMatchObject({
      comparison: 'moved',
      movedValues: [{ run: 1, response: 'y', before: 1, now: 1.5 }],
    });
    expect(read('comparison.csv')).toBe(
      'response,abs,rel,compared,moved,furthestRun,before,now,difference\ny,,0.1,2,1,1,1,1.5,0.5\n',
    );
    const summary = JSON.parse(read('summary.json')) as { notes: readonly string[] };
    expect(summary.notes).toEqual(['of the study', notes[0]]);
    const { files } = JSON.parse(read('manifest.json')) as {
      files: Readonly<Record<string, { readonly sha256: string }>>;
    };
    expect(Object.keys(files)).toContain('comparison.csv');
    for (const [name, { sha256 }] of Object.entries(files)) {
      expect(createHash('sha256').update(read(name)).digest('hex'), name).toBe(sha256);
    }
  });
});

describe('an occurrence that did not run', () => {
  const skip = async (loss: string | undefined, notify: { readonly url?: string } = {}) => {
    const occurrences = await openOccurrences();
    const { dependencies, order } = occurrences;
    await order({ notify });
    const passTime = passTimeOfDay(4);
    const now = () => new Date(passTime);
    const { studyId } = await prepareRecurrence({ ...dependencies, now }, { schedule, passTime });
    const ending = { schedule, passTime, studyId, state: 'Skipped', ...(loss && { loss }) };
    return { ...occurrences, ending, studyId, close: () => closeRecurrence(dependencies, ending) };
  };

  it('as a study of its name was open says so', async () => {
    const { close, studyId } = await skip(undefined);
    expect(await close()).toEqual({
      ...{ schedule, passTime: passTimeOfDay(4), studyId, state: 'Skipped' },
      ...{ comparison: 'skipped', moved: 0 },
      notes: ['Nothing was run: a study of this name was open'],
    });
    const other = await skip('its tickets were taken');
    expect((await other.close()).notes).toEqual(['Nothing was run: its tickets were taken']);
  });

  it('as somebody else has its name in Temporal says how to end that, and tells who wants to know', async () => {
    const { heard, url } = await openListener();
    const { close, store, studyId } = await skip(nameWasTaken('beam'), { url });
    const { notes } = await close();
    expect(notes).toEqual([
      'Nothing was run: somebody has an open workflow "study-beam" that is no study of this store. End it: temporal workflow terminate --workflow-id study-beam; doeflow schedule show nightly says where',
      expect.stringMatching(/^Told http/u),
    ]);
    expect(heard[0]?.body).toMatchObject({ schedule, study: 'beam', comparison: 'skipped' });
    expect((await close()).notes).toEqual(notes);
    expect([heard.length, await store.study(studyId).has(layout.snapshot)]).toEqual([1, false]);
  });

  it('blames nobody else where an own study of that name is open, and tells nobody without an order', async () => {
    const open = await skip(nameWasTaken('beam'));
    await open.leave(5, [{ y: 1 }]);
    expect((await open.close()).notes).toEqual([`Nothing was run: ${nameWasTaken('beam')}`]);
    const gone = await skip(nameWasTaken('beam'));
    await gone.store.standingOrder('recurrences', schedule).remove(recurrenceLayout.order);
    expect((await gone.close()).notes).toHaveLength(1);
  });

  it('keeps the study of an occurrence whose workflow may be there', async () => {
    const { close, store, studyId } = await skip(undefined);
    await store.study(studyId).remove(layout.starting);
    await close();
    expect(await store.study(studyId).has(layout.snapshot)).toBe(true);
  });
});

describe('an occurrence that was lost', () => {
  it('says how, is no reference, and needs nothing of what it left', async () => {
    const { come, leave, dependencies, store } = await openOccurrences();
    const first = await come(1, [{ y: 1 }, { y: 2 }]);
    const studyId = await leave(2, [{ y: 1 }]);
    await store.study(studyId).sink(layout.outcomes(1))(['not json\n']);
    const ending = { schedule, passTime: passTimeOfDay(2), studyId };
    const lost = { ...ending, state: 'Lost', loss: 'its workflow was terminated' };
    expect(await closeRecurrence(dependencies, lost)).toMatchObject({
      ...{ comparison: 'incomparable', moved: 0 },
      notes: [
        'Not compared: the study ended as Lost',
        'The study was lost: its workflow was terminated',
      ],
    });
    expect((await come(3, [{ y: 1 }, { y: 2 }])).notes[0]).toContain(
      `The same as ${first.studyId}`,
    );
  });

  it('of one that ended well is not passed over: what it left must be readable', async () => {
    const { leave, dependencies, store } = await openOccurrences();
    const studyId = await leave(1, [{ y: 1 }]);
    await store.study(studyId).sink(layout.outcomes(1))(['not json\n']);
    const ending = { schedule, passTime: passTimeOfDay(1), studyId, state: 'Finished' };
    await expect(closeRecurrence(dependencies, ending)).rejects.toThrow('The store is damaged');
  });
});

it('a comparison that can’t be copied to the results is told, and fails nothing', async () => {
  const { come, results } = await openOccurrences();
  await come(1, [{ y: 1 }, { y: 2 }]);
  rmSync(results, { recursive: true, force: true });
  writeFileSync(results, 'a file in the place of the folder');
  const { comparison, notes } = await come(2, [{ y: 1 }, { y: 2 }]);
  expect(comparison).toBe('same');
  expect(notes.at(-1)).toMatch(/^The comparison could not be copied to the results folder: \S/u);
});

it('a move after the order was deleted is told to nobody, and that is said', async () => {
  const { come, leave, store, dependencies } = await openOccurrences();
  await come(1, [{ y: 1 }, { y: 2 }]);
  const studyId = await leave(2, [{ y: 9 }, { y: 2 }]);
  await store.standingOrder('recurrences', schedule).remove(recurrenceLayout.order);
  const ending = { schedule, passTime: passTimeOfDay(2), studyId, state: 'Finished' };
  const { comparison, notes } = await closeRecurrence(dependencies, ending);
  expect([comparison, notes.at(-1)]).toEqual([
    'moved',
    'Nobody was told: the order was deleted meanwhile',
  ]);
});

describe('who is told', () => {
  it('hears of a move once, however often the occurrence is closed, and of nothing else', async () => {
    const { heard, url } = await openListener();
    const { come, order, dependencies, store } = await openOccurrences();
    await order({ notify: { url } });
    await come(1, [{ y: 1 }, { y: 2 }]);
    const { studyId: same } = await come(2, [{ y: 1 }, { y: 2 }]);
    expect(heard).toEqual([]);
    const moved = await come(3, [{ y: 9 }, { y: 2 }]);
    const ending = { schedule, passTime: passTimeOfDay(3), studyId: moved.studyId };
    expect(await closeRecurrence(dependencies, { ...ending, state: 'Finished' })).toEqual(moved);
    // As after a worker that died before it kept the result.
    await store
      .standingOrder('recurrences', schedule)
      .remove(recurrenceLayout.result(passTimeOfDay(3)));
    expect(await closeRecurrence(dependencies, { ...ending, state: 'Finished' })).toEqual(moved);
    expect(heard).toHaveLength(1);
    expect(heard[0]?.body).toMatchObject({
      ...{ schedule, study: 'beam', studyId: moved.studyId, comparison: 'moved', moved: 1 },
      responses: [{ response: 'y', compared: 2, moved: 1 }],
    });
    expect(heard[0]?.headers).not.toHaveProperty('authorization');
    // The path of an address may be a secret.
    expect(moved.notes.at(-1)).toMatch(/^Told http:\/\/127\.0\.0\.1:\d+$/u);
    expect(same).not.toBe(moved.studyId);
  });

  it('is tried again while the listener is sick, and not sent elsewhere', async () => {
    const sick = await openListener([503, 200]);
    const { come, order } = await openOccurrences();
    await order({ notify: { url: sick.url } });
    await come(1, [{ y: 1 }, { y: 2 }]);
    expect((await come(2, [{ y: 9 }, { y: 2 }])).notes.at(-1)).toMatch(/^Told /u);
    expect(sick.heard).toHaveLength(2);
    const elsewhere = await openListener([302]);
    await order({ notify: { url: elsewhere.url } });
    const third = await come(3, [{ y: 1 }, { y: 2 }]);
    expect(third).toMatchObject({ comparison: 'moved', state: 'Finished' });
    expect(third.notes.at(-1)).toMatch(/^Could not tell http:\/\/127.*: it answered 302$/u);
    expect(elsewhere.heard).toHaveLength(1);
  });

  it('may not have heard where the worker died while it was sent: said, and not sent again', async () => {
    const { heard, url } = await openListener();
    const { come, leave, order, store, dependencies } = await openOccurrences();
    await order({ notify: { url } });
    await come(1, [{ y: 1 }, { y: 2 }]);
    const passTime = passTimeOfDay(2);
    const studyId = await leave(2, [{ y: 9 }, { y: 2 }]);
    await store
      .standingOrder('recurrences', schedule)
      .create(recurrenceLayout.notification(passTime), { intendedAt: passTime });
    const closed = await closeRecurrence(dependencies, {
      ...{ schedule, passTime, studyId, state: 'Finished' },
    });
    expect(closed.notes.at(-1)).toMatch(/^Whether the notification went out is not known/u);
    expect(heard).toEqual([]);
  });

  it('is told by the command of the owner, without the secrets of the worker', async () => {
    const { come, order, results } = await openOccurrences();
    const said = join(results, '..', 'said.txt');
    process.env['DOEFLOW_PLATFORM_TOKEN'] = 'very-secret';
    onTestFinished(() => void delete process.env['DOEFLOW_PLATFORM_TOKEN']);
    await order({ notify: { command: `cat > '${said}'; env >> '${said}'` } });
    await come(1, [{ y: 1 }, { y: 2 }]);
    expect(existsSync(said)).toBe(false);
    const { notes } = await come(2, [{ y: 9 }, { y: 2 }]);
    expect(notes.slice(1)).toEqual(['The command that tells its owner was run']);
    expect(readFileSync(said, 'utf8')).toContain('"comparison":"moved"');
    expect(readFileSync(said, 'utf8')).not.toContain('very-secret');
    await order({ notify: { command: 'echo no mail >&2; exit 3' } });
    expect((await come(3, [{ y: 1 }, { y: 2 }])).notes.at(-1)).toBe(
      'The command that tells its owner failed, it ended with 3: no mail',
    );
  });
});
