import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { readOutputsAnew } from '../../../activities/study/read-outputs-anew.ts';
import { compileRunExpression } from '../../../src/expressions/compile-run-expression.ts';
import { createRunJudges } from '../../../src/extract/index.ts';
import type { ReadAnew } from '../../../src/run/anew-messages.ts';
import type { RunOutcome } from '../../../src/run/run-outcome.ts';
import {
  createAmendment,
  keepOutcomes,
  layout,
  readAttempts,
  type DocumentFolder,
  type Store,
} from '../../../src/store/index.ts';
import { parseStudy } from '../../../src/study-file/index.ts';
import { planStudy } from '../../../src/study/plan-study.ts';
import { temporaryStore } from '../../store/temporary-store.ts';

const textWith = (output: string): string => `name: beam
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
${output}
design: { method: monte-carlo, runs: 300, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
execution: { retries: { output: 1 } }
`;
const outputs = {
  1: '  - { name: y, type: Output, from: { file: out.txt, key: y } }',
  2: '  - { name: z, type: Output, from: { file: out.txt, key: z } }\n  - { name: o, type: Output, required: false, from: { file: other.txt, key: o } }',
};

function cachedAt(revision: 1 | 2) {
  const { study } = parseStudy(textWith(outputs[revision]), {
    ...{ file: 'study.yaml', readFile: () => '', fileExists: () => true },
  });
  const plan = planStudy(study, { tables: new Map(), compileRunExpression });
  return { study, plan, judges: createRunJudges(study) };
}
const cached = { 1: cachedAt(1), 2: cachedAt(2) };

let store: Store;
let folder: DocumentFolder;
beforeEach(async () => {
  let clean = (): void => undefined;
  store = await temporaryStore((remove) => (clean = remove));
  folder = store.study('beam-1');
  return () => clean();
});

function read(inFlight: readonly number[], show = (): void => undefined): Promise<ReadAnew> {
  const studyCache = {
    get: (_id: string, revision?: 1 | 2) => Promise.resolve(cached[revision ?? 2]),
  };
  const dependencies = { store, studyCache } as unknown as ActivityDependencies;
  const run = { signal: new AbortController().signal, attempt: 1, show };
  return readOutputsAnew(dependencies, { studyId: 'beam-1', inFlight }, run);
}

async function leave(run: number, content: string): Promise<void> {
  const kept = await folder.workspace(layout.runFiles(run, 1));
  mkdirSync(kept.directory, { recursive: true });
  writeFileSync(join(kept.directory, 'out.txt'), content);
  await kept.publish();
}

function amend(): Promise<boolean> {
  const files = { studyFile: { name: 'study.yaml', sha256: 'a'.repeat(64) }, files: [] };
  const facts = { createdAt: '2026-05-01T12:00:00.000Z', engineVersion: '1', runs: [] };
  const amendment = { by: 'ann', changes: ['z'], readsAnew: true as const };
  return createAmendment(folder, { revision: 1, ...files }, { ...files, ...facts, amendment });
}

const outcome = (run: number, further: Partial<RunOutcome> = {}): RunOutcome => ({
  ...{ run, attempt: 1, jobNumber: 1, status: 'Done', values: { y: run } },
  files: { 'out.txt': 'hash' },
  ...further,
});
const missing = { status: 'Failed', reason: 'output-missing', message: 'no y' } as const;

describe('outputs that were amended while the study is open', () => {
  it('make done what had failed for the old ones alone, and fail what the new ones do not find', async () => {
    await keepOutcomes(folder, 1, [
      ...[outcome(1), outcome(2, missing), outcome(3)],
      outcome(4, { status: 'Failed', reason: 'timeout', values: {} }),
    ]);
    await keepOutcomes(folder, 2, [outcome(5, { jobNumber: 2 })]);
    for (const run of [1, 2, 5]) await leave(run, `z = ${run}0\n`);
    await leave(3, 'y = 3\n');
    await amend();
    const answer = await read([2]);
    expect(answer).toEqual({
      counts: {
        ...{ done: 2, failed: 2 },
        failures: [
          { reason: 'output-missing', count: 1 },
          { reason: 'timeout', count: 1 },
        ],
      },
      retryable: 1,
      note: 'Read anew from the collected files with the outputs of revision 2, none was run for it: 4 runs; done by these, and failed before: 2; failed by these, and done before: 3',
    });
    const unasked =
      'o is left empty, as it is not required: other.txt was not collected of this run, as nothing asked for it then';
    const [first, second] = await readAttempts(folder);
    expect(first).toEqual([
      outcome(1, { judgedWith: 2, values: { z: 10, o: null }, message: unasked }),
      outcome(2, { judgedWith: 2, values: { z: 20, o: null }, message: unasked }),
      outcome(3, {
        ...{ ...missing, judgedWith: 2, values: { z: null, o: null } },
        message: expect.stringMatching(/^z: .*; other\.txt was not collected/u) as string,
      }),
      outcome(4, { status: 'Failed', reason: 'timeout', values: {} }),
    ]);
    expect(second?.[0]?.values).toEqual({ z: 50, o: null });
    // Once it has ended it is counted, too, and told the same way.
    expect(await read([])).toMatchObject({ counts: { done: 3, failed: 2 }, note: answer.note });
  });

  it('are read page by page: one that is cut off reads the rest, and nothing twice', async () => {
    const runs = Array.from({ length: 250 }, (_, index) => index + 1);
    await keepOutcomes(
      folder,
      1,
      runs.map((run) => outcome(run)),
    );
    for (const run of runs) await leave(run, `z = ${run}\n`);
    await amend();
    let pages = 0;
    const cut = (): void => {
      pages += 1;
      if (pages === 3) throw new Error('killed');
    };
    await expect(read([], cut)).rejects.toThrow('killed');
    const unread = (await readAttempts(folder)).flat().filter(({ isUnread }) => isUnread);
    expect(unread).toHaveLength(50);
    let further = 0;
    const answer = await read([], () => (further += 1));
    expect(further).toBe(1);
    expect(answer).toMatchObject({ counts: { done: 250, failed: 0 }, retryable: 0 });
    expect(answer.note).toContain('none was run for it: 250 runs');
    expect((await folder.list(layout.anewPages(2, 1))).objects).toHaveLength(3);
  });

  it('leave to the retry policy neither the nominal run nor what a job in flight runs again', async () => {
    const nominal = outcome(0, { ...missing, judgedWith: 2 });
    await keepOutcomes(folder, 1, [nominal, outcome(1), outcome(2), outcome(3)]);
    for (const run of [1, 2, 3]) await leave(run, 'y = 1\n');
    await folder.write(layout.retryChoice(2), { runs: [{ run: 2, attempt: 2, spent: {} }] });
    await amend();
    expect(await read([2])).toMatchObject({ counts: { done: 0 }, retryable: 2 });
    expect(await read([])).toMatchObject({ retryable: 3 });
    // That was its only repeat.
    await keepOutcomes(folder, 2, [
      outcome(2, { ...missing, attempt: 2, jobNumber: 2, judgedWith: 2 }),
    ]);
    expect(await read([])).toMatchObject({ retryable: 2 });
  });

  it('are counted as they are where none was amended', async () => {
    await keepOutcomes(folder, 1, [outcome(1), outcome(2, missing)]);
    expect(await read([])).toEqual({
      counts: { done: 1, failed: 1, failures: [{ reason: 'output-missing', count: 1 }] },
      retryable: 1,
    });
  });
});
