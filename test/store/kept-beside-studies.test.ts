import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { document } from '../../src/objects/index.ts';
import { layout, type Store } from '../../src/store/index.ts';
import { temporaryStore } from './temporary-store.ts';

const stores: Store[] = [];
const cleanUps: (() => void)[] = [];
beforeEach(async () => {
  stores.splice(0);
  for (let left = 2; left > 0; left -= 1) {
    stores.push(await temporaryStore((clean) => cleanUps.push(clean)));
  }
});
afterEach(() => cleanUps.splice(0).forEach((clean) => clean()));
function the(index: number): Store {
  const store = stores[index];
  if (store === undefined) throw new Error(`Expected store ${index}`);
  return store;
}

const mark = document('mark.json', z.object({ text: z.string() }));

describe('a store', () => {
  it('has an id of its own, which stays', async () => {
    const [first, other] = [await the(0).engineId(), await the(1).engineId()];
    expect(first).toMatch(/^[0-9a-f-]{36}$/u);
    expect(first).not.toBe(other);
    expect(await the(0).engineId()).toBe(first);
    const kept = document('engine.json', z.object({ engineId: z.string() }));
    expect(await the(0).engineRecords().read(kept)).toEqual({ engineId: first });
    // Also where several begin at the same moment.
    const third = await temporaryStore((clean) => cleanUps.push(clean));
    const ids = await Promise.all([1, 2, 3].map(() => third.engineId()));
    expect(new Set([...ids, await third.engineId()]).size).toBe(1);
  });

  it('lists standing orders by their kind, and forgets one with all that is kept of it', async () => {
    const store = the(0);
    for (const name of ['weekly', 'nightly']) {
      await store.standingOrder('archives', name).write(mark, { text: name });
    }
    await store.standingOrder('recurrences', 'monthly').write(mark, { text: 'monthly' });
    expect(await store.listStandingOrders('archives')).toEqual(['nightly', 'weekly']);
    expect(await store.listStandingOrders('recurrences')).toEqual(['monthly']);
    await store.dropStandingOrder('archives', 'weekly');
    await store.dropStandingOrder('archives', 'weekly');
    expect(await store.listStandingOrders('archives')).toEqual(['nightly']);
    expect(await store.standingOrder('archives', 'weekly').has(mark)).toBe(false);
    expect(await store.standingOrder('archives', 'nightly').read(mark)).toEqual({
      text: 'nightly',
    });
  });

  it('keeps each destination’s records apart, and apart from its own', async () => {
    const store = the(0);
    await store.destinationRecords('disk').write(mark, { text: 'disk' });
    expect(await store.destinationRecords('bucket').find(mark)).toBeUndefined();
    expect(await store.engineRecords().find(mark)).toBeUndefined();
    const again = document('destinations/disk/mark.json', z.object({ text: z.string() }));
    expect(await store.engineRecords().read(again)).toEqual({ text: 'disk' });
  });

  it('tells what to give in place of a name that leads elsewhere', () => {
    expect(() => the(0).study('../home')).toThrow(
      expect.objectContaining({
        code: 'RESULT_STORE',
        hint: 'give the name of a study, an archive or a schedule as doeflow lists it',
      }) as Error,
    );
  });
});

it('records that guard payments have names of their own for each ticket, job and cluster', () => {
  const names = [1, 2].flatMap((number) => [
    layout.ticketClosed(`t${number}`).name,
    layout.submitTried(number).name,
    layout.clusterMade(number).name,
  ]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('');
});
