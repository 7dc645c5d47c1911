import { describe, expect, it } from 'vitest';
import { retriedWords } from '../../../src/cli/studies/retried-words.ts';

const runs = { total: 20, done: 5, failed: 0, submitted: 10 };
const none = 'No run of beam-1 has failed so far, so none runs again.';

describe('what a study makes of a request to run runs again', () => {
  it('is nothing where no run has failed, also for an equal request that found none', () => {
    expect(retriedWords('beam-1', { runs: 0 }, { progress: { runs } })).toBe(none);
    expect(retriedWords('beam-1', { runs: 0, already: true }, { progress: { runs } })).toBe(none);
    expect(retriedWords('beam-1', { runs: 0, already: true }, {})).toBe(none);
  });

  it('is told with how many they are, and that they run again already', () => {
    expect(retriedWords('beam-1', { runs: 3 }, { progress: { runs } })).toMatch(
      /^3 runs of beam-1 will run/u,
    );
    expect(
      retriedWords('beam-1', { runs: 1, already: true, revision: 2 }, { progress: { runs } }),
    ).toMatch(
      /^These runs are being run again already, with .*2.*, so nothing more was asked for: 1 run of beam-1\.$/u,
    );
  });

  it('has runs that were stopped before they began as run again, though none has failed', () => {
    const seen = { runs: { ...runs, repeated: 4 } };
    expect(retriedWords('beam-1', { runs: 0, already: true }, { progress: seen })).toMatch(
      /^These runs are being run again already.*nothing more was asked for: beam-1\.$/u,
    );
  });

  it('has a nominal run, which no count has', () => {
    const nominal = { progress: { runs }, lacksNominal: true };
    expect(retriedWords('beam-1', { runs: 0 }, nominal)).toMatch(
      /^The nominal run of beam-1 will run again, with/u,
    );
    expect(retriedWords('beam-1', { runs: 0, already: true }, nominal)).toMatch(
      /^These runs are being run again already/u,
    );
  });
});
