import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  answerWords,
  parseReasons,
  requestOf,
  requireChoice,
  type RetryChoice,
} from '../../../src/cli/studies/retry-request.ts';
import { compileRunExpression } from '../../../src/expressions/index.ts';
import type { RunOutcome } from '../../../src/run/index.ts';
import { keepOutcomes, openStore } from '../../../src/store/index.ts';
import { planStudy } from '../../../src/study/index.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-choice-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const study = studyOf([uniform('x')], { method: 'latin-hypercube', runs: 6 });
const plan = planStudy(study, { tables: new Map(), compileRunExpression });
const x = Array.from(plan.block(0, 6).columns[plan.columns.indexOf('x')] ?? [], Number);
const attempt = { jobNumber: 1, values: {} };
const outcomes: readonly RunOutcome[] = [
  { ...attempt, run: 1, attempt: 1, status: 'Done' },
  { ...attempt, run: 2, attempt: 1, status: 'Failed', reason: 'timeout' },
  { ...attempt, run: 3, attempt: 1, status: 'Failed', reason: 'exit-code' },
  { ...attempt, run: 4, attempt: 1, status: 'Failed', reason: 'timeout' },
  // Its later attempt is what counts.
  { ...attempt, run: 5, attempt: 1, status: 'Failed', reason: 'timeout' },
  { ...attempt, run: 5, attempt: 2, status: 'Failed', reason: 'cut' },
];

let studies = 0;

async function ask(choice: RetryChoice, kept = outcomes) {
  const store = await openStore(root);
  const studyId = `choice-${(studies += 1)}`;
  await keepOutcomes(store.study(studyId), 1, kept);
  const note = vi.fn<(text: string) => void>();
  const planned = { studyId, study, plan, ended: undefined };
  const request = await requestOf({ note } as never, store, planned as never, choice);
  return { ...request, told: note.mock.calls.map(([text]) => text).join('\n') };
}

describe('a retry is for', () => {
  it('the failed runs of a reason, by their latest attempt', async () => {
    const { runs, told } = await ask({ reason: ['timeout'] });
    expect(runs).toEqual([2, 4]);
    expect(told).toBe('Chosen: 2 failed runs (2, 4).');
    expect((await ask({ reason: ['timeout', 'cut'] })).runs).toEqual([2, 4, 5]);
  });

  it('the failed runs for which an expression is true; those that are done are told, and stay', async () => {
    const most = Math.max(x[0] ?? 0, x[1] ?? 0);
    const { runs, told } = await ask({ where: `x <= ${most}` });
    expect(runs).toEqual([2, 3, 4, 5].filter((run) => (x[run - 1] ?? 2) <= most));
    expect(told).toContain('; 1 run that is done stays so.');
    expect((await ask({ where: 'run > 2', reason: ['timeout'] })).runs).toEqual([4]);
  });

  it('nothing where none is meant, and says which reasons there are', async () => {
    await expect(ask({ reason: ['output-missing'] })).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/No run of .* with the reason output-missing/u) as string,
      hint: expect.stringContaining('4 of its runs failed: timeout, exit-code, cut') as string,
    });
    await expect(ask({ where: 'run == 1' })).rejects.toThrow('1 that are done are');
  });

  it('the given runs, or all failed ones, as before', async () => {
    expect((await ask({ runs: [3] })).runs).toEqual([3]);
    expect((await ask({ failed: true })).runs).toBe('failed');
  });

  it('columns that the study has', async () => {
    await expect(ask({ where: 'width > 2' })).rejects.toMatchObject({ code: 'USAGE_WHERE' });
  });
});

it.each<RetryChoice>([
  {},
  { failed: true, runs: [1] },
  { failed: true, where: 'x > 1' },
  { runs: [1], reason: ['cut'] },
])('%j chooses runs in no or two ways', (choice) => {
  expect(() => requireChoice(choice)).toThrow('Say which runs to repeat');
});

it('tells what an open study answered; the nominal run is in none of its counts', () => {
  expect(answerWords('beam', { runs: 2 }, false)).toMatch(/^2 runs of beam will run again, with/u);
  expect(answerWords('beam', { runs: 0 }, true)).toMatch(
    /^The nominal run of beam will run again/u,
  );
  expect(answerWords('beam', { runs: 0 }, false)).toMatch(/^No run of beam has failed so far/u);
  expect(answerWords('beam', { runs: 2, already: true }, false)).toContain('again already');
});

it('knows reasons by the names in the table', () => {
  expect(parseReasons('timeout, cut')).toEqual(['timeout', 'cut']);
  expect(() => parseReasons('slow')).toThrow(
    /reasons as the table of results has them: exit-code/u,
  );
});
