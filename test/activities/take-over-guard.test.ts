/** Two homes of one back-up and their original, on one platform: one of them goes on. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTakeOverGuard, type TakeOverGuard } from '../../activities/take-over-guard.ts';
import {
  ServerError,
  InvalidRequestError,
  type PlatformClient,
} from '../../src/platform-api/index.ts';
import { cureOf } from '../../src/run/cures.ts';
import { layout, noteTakeOver, type Store } from '../../src/store/index.ts';
import { studyOf, uniform } from '../study/plain-study.ts';
import { temporaryStore } from '../store/temporary-store.ts';

const studyId = 'beam-20261128-100000';
const call = { method: 'POST', path: '/api/v2/jobs/', status: 400 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A platform that keeps saved jobs; `trouble` is thrown by its next calls. */
function platformOfAll() {
  const saved: { id: string; name: string; dateInserted: string; jobanalyses: unknown[] }[] = [];
  const stand = { trouble: undefined as Error | undefined, hidden: 0, looks: 0 };
  const answer = <T>(give: () => T): Promise<T> =>
    stand.trouble === undefined ? Promise.resolve(give()) : Promise.reject(stand.trouble);
  const jobs = {
    findByExactName: (word: string, name: string) =>
      answer(() => {
        stand.looks += 1;
        expect(name.endsWith(word)).toBe(true);
        stand.hidden -= 1;
        return stand.hidden >= 0 ? [] : saved.filter((job) => job.name === name);
      }),
    get: (id: string) => answer(() => saved.find((job) => job.id === id)),
    create: (body: { name: string; jobanalyses: unknown[] }) =>
      answer(() => {
        const dateInserted = new Date(Date.now() + saved.length).toISOString();
        saved.push({ ...body, id: `job-${saved.length + 1}`, dateInserted });
      }),
  };
  return { saved, stand, platform: { jobs } as unknown as PlatformClient };
}

type Platform = ReturnType<typeof platformOfAll>;

/** A home with one study, as the back-up has it. */
async function home({ platform }: Platform): Promise<{ store: Store; guard: TakeOverGuard }> {
  const store = await temporaryStore(onTestFinished);
  Object.assign(store, { engineId: () => Promise.resolve('one-engine') });
  const bound = { kind: 'configured', baseUrl: 'https://platform.example.com/' };
  await store.study(studyId).write(layout.snapshot, {
    ...{ formatVersion: 1, studyId, studyName: 'beam', planHash: 'p', engineVersion: '1.0.0' },
    ...{ createdAt: '2026-11-28T10:00:00.000Z', files: [], platform: bound as never },
    studyFile: { name: 'study.yaml', sha256: '0'.repeat(64) },
  });
  const study = studyOf([uniform('x')]);
  const analyses = [{ analysis: { code: 'user_included' }, command: 'true' }];
  const cached = { study: { ...study, job: { ...study.job, analyses } } };
  const studyCache = { get: () => Promise.resolve(cached) } as never;
  return { store, guard: createTakeOverGuard({ store, platform, studyCache }) };
}

async function takeOver(store: Store, insteadOf: readonly string[] = []): Promise<string> {
  const place = { home: `/homes/${Math.random()}`, host: 'node' };
  return (await noteTakeOver(store, { ...place, at: new Date(), insteadOf })).id;
}

const refused = { type: 'TAKEN_OVER', nonRetryable: false };
const later = (): unknown => vi.setSystemTime(Date.now() + 301_000);

it('leaves a mark before the first step that may cost money, and another home of the same back-up stops there', async () => {
  const shared = platformOfAll();
  const [first, second] = [await home(shared), await home(shared)];
  await takeOver(first.store);
  await takeOver(second.store);
  await first.guard.check();
  expect(shared.saved).toEqual([]);
  await Promise.all([first.guard.claim(studyId), first.guard.claim(studyId)]);
  expect(shared.saved).toHaveLength(1);
  await first.guard.claim(studyId);
  const failure = await second.guard.claim(studyId).catch((error: unknown) => error);
  expect(failure).toMatchObject(refused);
  expect((failure as Error).message).toMatch(/\/homes\/0.* on node took over on 2.*--instead-of/u);
  await expect(second.guard.check()).rejects.toMatchObject(refused);
  expect(shared.saved).toHaveLength(1);
  later();
  await first.guard.claim(studyId);
  expect(cureOf('TAKEN_OVER')?.waitingFor).toContain('this home');
});

it('has one of two that leave their marks at the same moment go on', async () => {
  const shared = platformOfAll();
  const homes = [await home(shared), await home(shared)];
  for (const { store } of homes) await takeOver(store);
  // Neither sees the other's mark before it has left its own.
  shared.stand.hidden = 2;
  const ends = await Promise.allSettled(homes.map(({ guard }) => guard.claim(studyId)));
  expect(shared.saved).toHaveLength(2);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('has a home go on instead of one that took over before, and that one stop', async () => {
  const shared = platformOfAll();
  const [first, second] = [await home(shared), await home(shared)];
  const id = await takeOver(first.store);
  await first.guard.claim(studyId);
  await takeOver(second.store, [id]);
  await second.guard.claim(studyId);
  later();
  await expect(first.guard.claim(studyId)).rejects.toMatchObject(refused);
  later();
  await second.guard.check();
});

it('stops an original that lives on, within minutes, and lets it go on while the platform can’t be asked', async () => {
  const shared = platformOfAll();
  const [original, copy] = [await home(shared), await home(shared)];
  await original.guard.claim(studyId);
  await original.guard.check();
  expect([shared.saved.length, shared.stand.looks]).toEqual([0, 1]);
  await takeOver(copy.store);
  await copy.guard.claim(studyId);
  later();
  shared.stand.trouble = new ServerError('down', call);
  await original.guard.check();
  shared.stand.trouble = undefined;
  later();
  await expect(original.guard.check()).rejects.toMatchObject(refused);
});

it('pays nothing in a restored home whose mark can’t be made, or asked for', async () => {
  const shared = platformOfAll();
  const { store, guard } = await home(shared);
  await takeOver(store);
  shared.stand.trouble = new ServerError('down', call);
  await expect(guard.claim(studyId)).rejects.toBe(shared.stand.trouble);
  shared.stand.trouble = undefined;
  await guard.check();
  shared.stand.trouble = new InvalidRequestError('no such core type', [], call);
  await expect(guard.claim(studyId)).rejects.toMatchObject({
    ...refused,
    message: expect.stringContaining('refuses the mark') as string,
  });
});
