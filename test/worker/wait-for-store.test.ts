import { expect, it, vi } from 'vitest';
import { StorageError, UsageError } from '../../src/errors.ts';
import { waitForStore } from '../../worker/wait-for-store.ts';

const away = new StorageError(
  'STORAGE_UNREACHABLE',
  's3://studies/store doesn’t answer: ECONNREFUSED',
);

function stage() {
  const told: string[] = [];
  const tell = (sentence: string): void => void told.push(sentence);
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { told, waits, wait, log: { warn: vi.fn(tell), info: vi.fn(tell) } };
}

it('waits for a store that doesn’t answer, ever longer, and tells each try and its end', async () => {
  const { told, waits, wait, log } = stage();
  const open = vi.fn();
  for (let tries = 0; tries < 6; tries += 1) open.mockRejectedValueOnce(away);
  open.mockResolvedValue('store');
  expect(await waitForStore(open, log, wait)).toBe('store');
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect(told[0]).toBe(`Waiting for the store, asked again in 1 s: ${away.message}`);
  expect(told).toHaveLength(7);
  expect(told.at(-1)).toBe('The store answers');
});

it('says nothing of a store that answers at once', async () => {
  const { told, wait, log } = stage();
  expect(await waitForStore(() => Promise.resolve('store'), log, wait)).toBe('store');
  expect(told).toEqual([]);
});

it.each([
  new StorageError('STORAGE_REFUSED', 'There is no such bucket: s3://studies'),
  new UsageError('USAGE_STORE_FORMAT', 'The store has format 2'),
])('ends at once with what waiting doesn’t change: $message', async (error) => {
  const { waits, wait, log } = stage();
  await expect(waitForStore(() => Promise.reject(error), log, wait)).rejects.toBe(error);
  expect(waits).toEqual([]);
});
