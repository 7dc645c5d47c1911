/** How long a study that runs what others need is waited for, and what is said of it. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keepPatience, readAwaitedWords } from '../../../activities/study/awaited-runs.ts';
import { layout, type DocumentFolder } from '../../../src/store/index.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const store = await temporaryStore(afterAll);
let folder: DocumentFolder;
let studies = 0;
beforeEach(() => {
  studies += 1;
  folder = store.study(`beam-${studies}`);
});

const hourMs = 3_600_000;
const at = (hours: number): Date => new Date(Date.UTC(2026, 4, 1) + hours * hourMs);
const look = (hours: number, done: number, isLost = false, studyId = 'one-1') =>
  keepPatience(folder, studyId, { done, isLost }, at(hours));
const waits = { isOver: false, isNews: false };

describe('a study that is waited for', () => {
  it('is given up once it has ended no run for more than a day', async () => {
    expect(await look(0, 0)).toEqual(waits);
    expect(await look(24, 0)).toEqual(waits);
    expect(await look(24.001, 0)).toEqual({ isOver: true, isNews: false });
    // Each run that it ends begins another day.
    expect(await look(24.002, 1)).toEqual(waits);
    expect(await look(48, 1)).toEqual(waits);
    expect(await look(48.1, 1)).toEqual({ isOver: true, isNews: false });
  });

  it('is given up after more than an hour where its workflow is gone, which is news once', async () => {
    await look(0, 2);
    expect(await look(10, 2, true)).toEqual({ isOver: false, isNews: true });
    expect(await look(11, 2, true)).toEqual(waits);
    expect(await look(11.001, 2, true)).toEqual({ isOver: true, isNews: false });
    // It is there again: a day from then on.
    expect(await look(12, 2)).toEqual({ isOver: false, isNews: true });
    expect(await look(35, 2)).toEqual(waits);
  });

  it('that is gone at the first look is news', async () => {
    expect(await look(0, 0, true)).toEqual({ isOver: false, isNews: true });
  });

  it('has a patience of its own beside that for others', async () => {
    await look(0, 0);
    await look(20, 0, false, 'two-1');
    expect((await look(25, 0)).isOver).toBe(true);
    expect((await look(25, 0, false, 'two-1')).isOver).toBe(false);
    expect(Object.keys(await folder.read(layout.awaited))).toEqual(['one-1', 'two-1']);
  });
});

describe('what is said of runs that are waited for', () => {
  const awaits = (run: number, studyId: string) => ({ run, awaits: { studyId, run } });
  const runs = [awaits(1, 'one-1'), awaits(2, 'one-1'), awaits(3, 'two-1')];

  it('is how many they are, and of which studies', async () => {
    const words = { runs: 3, studies: ['one-1', 'two-1'] };
    expect(await readAwaitedWords(folder, runs)).toEqual(words);
    await look(0, 0);
    expect(await readAwaitedWords(folder, runs)).toEqual(words);
  });

  it('names those whose workflow is gone, until an hour after the last went', async () => {
    await look(0, 0, true);
    await look(2, 0, true, 'two-1');
    await look(9, 0, true, 'nobody-1');
    expect(await readAwaitedWords(folder, runs)).toEqual({
      ...{ runs: 3, studies: ['one-1', 'two-1'] },
      lost: { studies: ['one-1', 'two-1'], until: at(3).toISOString() },
    });
    expect(await readAwaitedWords(folder, runs.slice(0, 2))).toMatchObject({
      lost: { studies: ['one-1'], until: at(1).toISOString() },
    });
  });
});
