import type { Clock } from '../../src/platform-api/transport/clock.ts';

/** A clock that stands still except while somebody sleeps. */
export function createFakeClock(): Clock & { now: number; readonly slept: number[] } {
  return {
    now: 1_000_000,
    slept: [],
    monotonicMs() {
      return this.now;
    },
    wallMs() {
      return this.now;
    },
    sleep(ms) {
      this.slept.push(ms);
      this.now += ms;
      return Promise.resolve();
    },
  };
}
