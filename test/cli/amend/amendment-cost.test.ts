import { describe, expect, it } from 'vitest';
import {
  costOfAmendment,
  moreWords,
  type AmendedUse,
} from '../../../src/cli/amend/amendment-cost.ts';
import type { Study } from '../../../src/study/study.ts';

const study = (walltime?: number): Study =>
  ({
    job: {
      analyses: [{}],
      hardware: { coresPerSlot: 2, slots: 4, ...(walltime === undefined ? {} : { walltime }) },
    },
    execution: { runsPerJob: 10, maxConcurrentJobs: 4, retries: {} },
  }) as unknown as Study;

const planned = {
  ...{ jobNumber: 1, firstRun: 1, lastRun: 10, usesCaseFile: false, expectedRuns: 10 },
};

function words(use: Partial<AmendedUse>, price?: number): string {
  const all = {
    before: study(1),
    after: study(1),
    notStarted: [],
    left: use.notStarted ?? [],
    added: undefined,
    again: 0,
    ...use,
  };
  return moreWords(
    costOfAmendment(
      all,
      price === undefined ? undefined : { amount: price, currency: 'USD' },
      undefined,
    ),
  );
}

describe('what an amendment costs', () => {
  it('is the further jobs until their walltime', () => {
    const use = { added: { first: 21, last: 32 } };
    expect(words(use, 0.5)).toMatch(/^at most 8\.00 USD more/u);
    expect(words(use)).toMatch(/^\+16 core hours .*no price/u);
  });

  it('is the jobs of runs that run again, beside further ones', () => {
    expect(words({ again: 11 }, 0.5)).toMatch(/^at most 8\.00 USD more/u);
    const use = { added: { first: 21, last: 25 }, again: 5 };
    expect(words(use, 0.5)).toMatch(/^at most 4\.00 USD more/u);
  });

  it('is what planned jobs take more, or less, by another walltime', () => {
    expect(words({ after: study(3), notStarted: [planned] }, 1)).toMatch(
      /^at most 16\.00 USD more/u,
    );
    expect(words({ before: study(2), notStarted: [planned] }, 1)).toBe('up to 8.00 USD less');
  });

  it('is less by the jobs of which every run is withdrawn', () => {
    expect(words({ notStarted: [planned, planned], left: [planned] }, 1)).toBe(
      'up to 8.00 USD less',
    );
  });

  it('is nothing where nothing is run, and unknown where nothing bounds it', () => {
    expect(words({ after: study(3) }, 1)).toBe('nothing more');
    expect(words({ after: study(), added: { first: 21, last: 21 } }, 1)).toMatch(/^unknown/u);
  });
});
