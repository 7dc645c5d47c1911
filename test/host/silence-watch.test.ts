import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SilenceWatch, silentLooksAtMost } from '../../src/host/supervisor/silence-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells once of a supervisor that stays silent', () => {
  const onSilent = vi.fn();
  const watch = new SilenceWatch(onSilent);
  vi.advanceTimersByTime((silentLooksAtMost - 1) * 1000);
  expect(onSilent).not.toHaveBeenCalled();
  expect(watch.isSilent()).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(onSilent).toHaveBeenCalledTimes(1);
});

it('tells nothing of one that speaks now and then, or whose connection is closed', () => {
  const onSilent = vi.fn();
  const watch = new SilenceWatch(onSilent);
  for (let beat = 0; beat < 20; beat += 1) {
    vi.advanceTimersByTime(10_000);
    watch.hear();
  }
  expect(watch.isSilent()).toBe(false);
  watch.stop();
  vi.advanceTimersByTime(600_000);
  expect(onSilent).not.toHaveBeenCalled();
});
