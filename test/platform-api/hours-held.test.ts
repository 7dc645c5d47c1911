import { describe, expect, it } from 'vitest';
import { hoursHeld } from '../../src/platform-api/index.ts';

const entry = (status: string, statusDate: string | null) => ({ status, statusDate });

describe('the hours that a job held its hardware', () => {
  it('reach from the first state with hardware to the end, whatever the order', () => {
    const history = [
      entry('Completed', '2026-01-01T04:30:00Z'),
      entry('Executing', '2026-01-01T03:00:00Z'),
      entry('Started', '2026-01-01T02:30:00Z'),
      entry('Queued', '2026-01-01T01:00:00Z'),
      entry('Pending', '2026-01-01T00:00:00Z'),
    ];
    expect(hoursHeld(history)).toBe(2);
    expect(hoursHeld(history.toReversed())).toBe(2);
  });

  it('are none for a job that ended in the queue, or whose history gives no times', () => {
    expect(
      hoursHeld([
        entry('Completed', '2026-01-01T04:00:00Z'),
        entry('Queued', '2026-01-01T01:00:00Z'),
      ]),
    ).toBe(0);
    expect(hoursHeld([entry('Completed', null), entry('Executing', 'soon')])).toBe(0);
    expect(hoursHeld([])).toBe(0);
  });
});
