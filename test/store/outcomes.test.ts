import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import { readOutcomes, writeOutcomes } from '../../src/store/index.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-outcomes-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function outcome(run: number, attempt: number, status: RunOutcome['status']): RunOutcome {
  return { run, attempt, jobNumber: attempt, status, values: {} };
}

describe('mergeOutcomes', () => {
  it('takes the latest attempt, but never lets a failure replace what is done', () => {
    const merged = mergeOutcomes([
      [outcome(1, 1, 'Failed'), outcome(2, 1, 'Done')],
      [outcome(1, 2, 'Failed'), outcome(2, 2, 'Failed')],
    ]);
    expect(merged.get(1)?.attempt).toBe(2);
    expect(merged.get(2)).toMatchObject({ attempt: 1, status: 'Done' });
  });

  it('does not depend on the order in which attempts come', () => {
    const attempts = fc.uniqueArray(
      fc.record({ run: fc.nat(3), attempt: fc.nat(4), isDone: fc.boolean() }),
      { selector: ({ run, attempt }) => `${run}/${attempt}` },
    );
    fc.assert(
      fc.property(attempts, (rows) => {
        const list = rows.map((o) => outcome(o.run, o.attempt, o.isDone ? 'Done' : 'Failed'));
        const there = mergeOutcomes([list]);
        const back = mergeOutcomes([list.toReversed()]);
        for (const [run, chosen] of there) expect(back.get(run)).toEqual(chosen);
        for (const { run, status } of list) {
          if (status === 'Done') expect(there.get(run)?.status).toBe('Done');
        }
      }),
      { seed: 41, numRuns: 300 },
    );
  });
});

describe('outcomes on disk', () => {
  it('read back as they were written', async () => {
    const path = join(root, '1.ndjson');
    const outcomes: RunOutcome[] = [
      { ...outcome(0, 1, 'Done'), values: { y: 0.1 + 0.2, s: 'a\nb', b: true, n: null } },
      { ...outcome(1, 1, 'Failed'), reason: 'exit-code', exitCode: 3, message: 'code 3' },
    ];
    await writeOutcomes(path, outcomes);
    expect(await readOutcomes(path)).toEqual(outcomes);
  });

  it('are read as earlier versions spelled them', async () => {
    const path = join(root, '1.ndjson');
    const outcomes = [outcome(1, 1, 'Done'), outcome(2, 1, 'Failed')];
    const text = outcomes.map((one) =>
      JSON.stringify({ ...one, status: one.status.toLowerCase() }),
    );
    writeFileSync(path, `${text.join('\n')}\n`);
    expect(await readOutcomes(path)).toEqual(outcomes);
  });

  it.each(['{"run": 1', '[]', '{"run": "1"}'])('name the line that is %j', async (line) => {
    const path = join(root, '1.ndjson');
    await writeOutcomes(path, [outcome(1, 1, 'Done')]);
    const good = JSON.stringify(outcome(2, 1, 'Done'));
    writeFileSync(path, `${good}\n${line}\n`);
    await expect(readOutcomes(path)).rejects.toThrow(/line 2/u);
  });
});
