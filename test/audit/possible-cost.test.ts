/** What a job may have cost of which nothing is known any more. */
import { expect, it } from 'vitest';
import { possibleCost } from '../../src/audit/possible-cost.ts';
import type { Study } from '../../src/study/study.ts';

const hardware = { coreType: 'emerald', coresPerSlot: 4, slots: 2, walltime: 3 };
const own = { kind: 'own', name: 'beams', slots: 8, walltimeHours: 10 };
const studyWith = (more: object = {}, cluster?: object) =>
  ({
    job: { fields: {}, hardware: { ...hardware, ...more } },
    execution: cluster === undefined ? {} : { cluster },
  }) as unknown as Study;
const price = { amount: 0.5, currency: 'USD' };

it('is all its slots until its walltime, at the price of its cores', () => {
  expect(possibleCost(studyWith(), price)).toBe(
    'it may have cost up to 12 USD (its walltime of 3 h on 2 slots)',
  );
  expect(possibleCost(studyWith({ slots: 1 }), { amount: 0.1, currency: null })).toBe(
    'it may have cost up to 1.2 (its walltime of 3 h on 1 slot)',
  );
});

it('is told in hours where nobody tells the price', () => {
  expect(possibleCost(studyWith(), undefined)).toBe(
    "it may have cost up to its walltime of 3 h on 2 slots, of which the price isn't known",
  );
});

it('is not bounded without a walltime', () => {
  expect(possibleCost(studyWith({ walltime: undefined }), price)).toBe(
    'nothing bounds what it may have cost, as the study sets no walltime',
  );
});

it('is that of its cluster, unless it was sent without it', () => {
  for (const cluster of [own, { kind: 'existing', id: 'c9' }]) {
    expect(possibleCost(studyWith({}, cluster), price)).toMatch(
      /^it may have cost what its cluster/u,
    );
  }
  expect(possibleCost(studyWith({}, own), price, true)).toBe(
    'it may have cost up to 12 USD (its walltime of 3 h on 2 slots)',
  );
});
