import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { lagMsOf, wasSubmittedBefore } from '../../../activities/jobs/submitted-before.ts';
import { layout, openStore, type DocumentFolder, type Store } from '../../../src/store/index.ts';

let root = '';
let store: Store;
let folder: DocumentFolder;
/** How often the platform was asked for the history. */
let looks: number;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-submitted-'));
  store = await openStore(root);
  folder = store.study('beam-1');
  looks = 0;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Asks on a platform that shows a history from its n-th look on. */
function ask(shownFrom: number, maxMs = 30): Promise<boolean> {
  const dependencies = {
    store,
    poll: { minMs: 1, maxMs },
    platform: {
      jobs: {
        async *statuses() {
          await Promise.resolve();
          looks += 1;
          if (looks >= shownFrom) yield { status: 'Queued', statusReason: null };
        },
      },
    },
  } as unknown as ActivityDependencies;
  return wasSubmittedBefore(
    dependencies,
    { studyId: 'beam-1', jobNumber: 1, jobId: 'abc' },
    { signal: new AbortController().signal, attempt: 1, show: () => undefined },
  );
}

const keepJob = (triesAreKept: boolean) =>
  folder.write(layout.platformJob(1), { jobId: 'abc', ...(triesAreKept && { triesAreKept }) });
const tryAt = (sinceMs: number) =>
  folder.write(layout.submitTried(1), { at: new Date(Date.now() - sinceMs).toISOString() });
const never = Infinity;
const hourMs = 3_600_000;

describe('the first try of a job whose tries are kept', () => {
  it('is one without a look, and is kept', async () => {
    await keepJob(true);
    expect(await ask(never)).toBe(false);
    expect(looks).toBe(0);
    expect(await folder.has(layout.submitTried(1))).toBe(true);
  });

  it('is believed once: a second try looks', async () => {
    await keepJob(true);
    await ask(never);
    expect(await ask(1)).toBe(true);
    expect(looks).toBe(1);
  });
});

describe('a try of a job that an earlier engine may have submitted', () => {
  it.each([true, false])('looks, whether its record is there: %s', async (isThere) => {
    if (isThere) await keepJob(false);
    expect(await ask(1)).toBe(true);
    expect(looks).toBe(1);
  });

  it('looks once more past the lag, as it was tried just now', async () => {
    await keepJob(false);
    expect(await ask(2, 3000)).toBe(true);
    expect(looks).toBe(2);
  });
});

describe('a job that was tried before and isn’t shown', () => {
  beforeEach(() => keepJob(true));

  it('is looked at again past the lag, and submitted where it isn’t shown then', async () => {
    await tryAt(0);
    const before = Date.now();
    expect(await ask(never, 3000)).toBe(false);
    expect(looks).toBe(2);
    // From now on this try counts.
    const { at } = await folder.read(layout.submitTried(1));
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
  });

  it('is looked at once where the try was long ago', async () => {
    await tryAt(hourMs);
    expect(await ask(2, 90_000)).toBe(false);
    expect(looks).toBe(1);
  });

  it('is looked at twice where another machine’s clock is ahead, and waits no longer for that', async () => {
    await tryAt(-hourMs);
    expect(await ask(2)).toBe(true);
    expect(looks).toBe(2);
  });
});

it('a platform lags for a third of the longest wait between two looks, and 10 s at most', () => {
  const lags = [3, 3000, 30_000, 90_000].map((maxMs) => lagMsOf({ poll: { minMs: 1, maxMs } }));
  expect(lags).toEqual([1, 1000, 10_000, 10_000]);
});
