import { describe, expect, it } from 'vitest';
import {
  costOfAmendment,
  moreWords,
  type AmendedUse,
  type ComparedPrices,
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

function samePrices(amount?: number): ComparedPrices {
  const price = amount === undefined ? undefined : { amount, currency: 'USD' };
  return { before: price, after: price };
}

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
  return moreWords(costOfAmendment(all, samePrices(price), undefined));
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

  it('has runs that await their repeat by the hardware and the tries of each', () => {
    const repeats = { before: 11, after: 11 };
    expect(words({ repeats }, 1)).toBe('nothing more');
    // Two jobs of eight cores for three hours instead of one.
    expect(words({ repeats, after: study(3) }, 1)).toMatch(/^at most 32\.00 USD more/u);
    expect(words({ repeats: { before: 0, after: 5 } }, 1)).toMatch(/^at most 8\.00 USD more/u);
  });

  it('is what planned jobs take more, or less, by another walltime', () => {
    expect(words({ after: study(3), notStarted: [planned] }, 1)).toMatch(
      /^at most 16\.00 USD more/u,
    );
    expect(words({ before: study(2), notStarted: [planned] }, 1)).toBe('up to 8.00 USD less');
  });

  it('is the old price against the new one for what has not run, though it takes as many hours', () => {
    const use = {
      ...{ before: study(1), after: study(1), added: undefined, again: 0 },
      ...{ notStarted: [planned], left: [planned] },
    };
    const prices = (before: number, after: number): ComparedPrices => ({
      before: { amount: before, currency: 'USD' },
      after: { amount: after, currency: 'USD' },
    });
    const told = (before: number, after: number): string =>
      moreWords(costOfAmendment(use, prices(before, after), undefined));
    expect(told(0.5, 2)).toMatch(/^at most 12\.00 USD more/u);
    expect(told(2, 0.5)).toBe('up to 12.00 USD less');
    expect(told(2, 2)).toBe('nothing more');
  });

  it('is less by the jobs of which every run is withdrawn', () => {
    expect(words({ notStarted: [planned, planned], left: [planned] }, 1)).toBe(
      'up to 8.00 USD less',
    );
  });

  it('is less by the runs that finished runs of other studies stand for', () => {
    const added = { first: 21, last: 40 };
    expect(words({ added }, 0.5)).toMatch(/^at most 8\.00 USD more/u);
    expect(words({ added, reused: { runs: 10, further: 10 } }, 0.5)).toMatch(/^at most 4\.00 USD/u);
    expect(words({ added, reused: { runs: 20, further: 20 } }, 0.5)).toBe('nothing more');
    const both = { notStarted: [planned], left: [planned], reused: { runs: 30, further: 20 } };
    expect(words({ added, ...both }, 0.5)).toBe('up to 4.00 USD less');
  });

  it('is nothing where nothing is run, and unknown where nothing bounds it', () => {
    expect(words({ after: study(3) }, 1)).toBe('nothing more');
    expect(words({ after: study(), added: { first: 21, last: 21 } }, 1)).toMatch(/^unknown/u);
  });

  it('is nothing of a cluster that the study has, where an amendment back has it stay', () => {
    const onCluster = (slots: number): Study => {
      const one = study(1);
      const cluster = { kind: 'own', name: 'beams', slots };
      return { ...one, execution: { ...one.execution, cluster } } as unknown as Study;
    };
    const use = { before: onCluster(8), after: onCluster(4), notStarted: [planned] };
    // Sixteen cores for an hour that the study as it stands would pay for beside the eight that it has.
    expect(words({ ...use, staysOnCluster: true }, 1)).toBe('up to 16.00 USD less');
    expect(words({ ...use, leavesCluster: true }, 1)).toMatch(/^at most 8\.00 USD more/u);
    expect(words(use, 1)).toBe('up to 8.00 USD less');
  });
});
