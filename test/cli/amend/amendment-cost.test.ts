import { describe, expect, it } from 'vitest';
import {
  costOfAmendment,
  moreWords,
  type AmendedUse,
  type ComparedPrices,
} from '../../../src/cli/amend/amendment-cost.ts';
import type { ExpectedRunTime } from '../../../src/cli/plan/estimate-use.ts';
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

const timed = (seconds: number): ExpectedRunTime => ({ seconds, from: 'as given' });

function words(use: Partial<AmendedUse>, price?: number, expected?: ExpectedRunTime): string {
  const all = {
    before: study(1),
    after: study(1),
    notStarted: [],
    left: use.notStarted ?? [],
    added: undefined,
    again: 0,
    ...use,
  };
  return moreWords(costOfAmendment(all, samePrices(price), expected));
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

  describe('of a study on a cluster of its own', () => {
    const onCluster = (slots: number): Study => {
      const one = study(1);
      const cluster = { kind: 'own', name: 'beams', slots };
      return { ...one, execution: { ...one.execution, cluster } } as unknown as Study;
    };
    const here = { before: onCluster(8), after: onCluster(4) };
    const same = { before: onCluster(8), after: onCluster(8) };
    const added = { first: 11, last: 13 };
    const has = { before: true, after: true };
    const hasNone = { before: false, after: false };

    it('is all of a further one, less that which the study as it stands would make', () => {
      const use = { ...here, notStarted: [planned] };
      // Sixteen cores for an hour that the study as it stands would pay for beside the eight that it has.
      expect(words({ ...use, onCluster: { before: false, after: true } }, 1)).toBe(
        'up to 16.00 USD less',
      );
      expect(words({ ...use, onCluster: { before: true, after: false } }, 1)).toMatch(
        /^at most 8\.00 USD more/u,
      );
      expect(words({ ...use, onCluster: hasNone }, 1)).toBe('up to 8.00 USD less');
    });

    it('has a further one for runs that were stopped, or wait for their repeat, as for those that no job has yet', () => {
      const wider = { before: onCluster(4), after: onCluster(8), repeats: { before: 2, after: 2 } };
      expect(words({ ...wider, onCluster: hasNone }, 1)).toMatch(/^at most 8\.00 USD more/u);
      expect(words({ ...wider, onCluster: { before: true, after: false } }, 1)).toMatch(
        /^at most 16\.00 USD more/u,
      );
      const nothingLeft = { ...wider, repeats: undefined };
      expect(words({ ...nothingLeft, onCluster: hasNone }, 1)).toBe('nothing more');
    });

    it('is for further runs the time for which its cluster is on for longer: nothing else is set aside', () => {
      const use = { ...same, added, onCluster: has };
      expect(words(use, 1)).toBe(
        'at most 16.00 USD more (if every slot runs until the walltime), as the study’s cluster is on for longer',
      );
      // Three runs of a tenth of an hour on two cores each.
      expect(words({ ...use, notStarted: [planned] }, 1, timed(360))).toBe(
        'about 0.60 to 16.00 USD more, as the study’s cluster is on for longer',
      );
      expect(words({ ...use, notStarted: [planned], onCluster: hasNone }, 1, timed(360))).toBe(
        'about 0.60 to 16.00 USD more, as the study’s next cluster is on for longer',
      );
      expect(words(use)).toMatch(
        /^\+16 core hours .*no price was read yet, as the study’s cluster/u,
      );
    });

    it('is a further cluster where it has none and nothing else is left to run', () => {
      expect(words({ ...same, added, onCluster: hasNone }, 1, timed(360))).toBe(
        'about 0.60 to 16.00 USD more',
      );
    });

    it('is nothing where as many runs are left, and less where none is', () => {
      expect(words({ ...same, notStarted: [planned], onCluster: has }, 1)).toBe('nothing more');
      expect(words({ ...same, notStarted: [planned], left: [], onCluster: has }, 1)).toBe(
        'up to 16.00 USD less',
      );
    });
  });
});
