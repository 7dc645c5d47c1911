import { expect, it, vi } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { askUntilUsable } from '../../src/host/supervisor/ask-until-usable.ts';

const going = new AbortController().signal;
const slow = new UsageError('USAGE_TEMPORAL_UNREACHABLE', 'No Temporal server answers at x');

it('waits for a server of ours that listens before it answers', async () => {
  const ask = vi.fn().mockRejectedValueOnce(slow).mockResolvedValue('1.29.0');
  await askUntilUsable(ask, going);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('asks again after a registration that was refused', async () => {
  const cause = new Error('shard is not owned yet');
  const refused = new UsageError('USAGE_SEARCH_ATTRIBUTES', 'cannot be registered', { cause });
  const ask = vi.fn().mockRejectedValueOnce(refused).mockResolvedValue([]);
  await askUntilUsable(ask, going);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('throws at once what time won’t change, and the last error when its patience is over', async () => {
  const old = new UsageError('USAGE_TEMPORAL_VERSION', 'The Temporal server is too old');
  await expect(askUntilUsable(() => Promise.reject(old), going)).rejects.toBe(old);
  const ofAnotherType = new UsageError('USAGE_SEARCH_ATTRIBUTES', 'RunsTotal has type KEYWORD');
  await expect(askUntilUsable(() => Promise.reject(ofAnotherType), going)).rejects.toBe(
    ofAnotherType,
  );
  await expect(askUntilUsable(() => Promise.reject(slow), going, 0)).rejects.toBe(slow);
});

it('ends with the process that it asks', async () => {
  const gone = AbortSignal.abort();
  await expect(askUntilUsable(() => Promise.reject(slow), gone)).rejects.toBe(slow);
});
