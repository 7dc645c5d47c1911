import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseNumber } from '../../src/numbers/index.ts';
import { sourceColumn } from '../../src/run/reused-from.ts';
import { mergeOutcomes, type RunOutcome } from '../../src/run/run-outcome.ts';
import {
  writeDesignTable,
  writeParamFile,
  writeResultsTable,
  writeRunsTable,
} from '../../src/tables/index.ts';
import { fileSink } from '../../src/files/index.ts';
import type { Plan } from '../../src/study/plan.ts';
import type { Study } from '../../src/study/study.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-tables-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const names = ['w', 'grade', 'stress', 'ok'];
const types = ['Param', 'Param', 'Output', 'Constraint'];
const study = {
  variables: names.map((name, index) => ({ name, type: types[index] })),
} as unknown as Study;

/** Runs 0..3 of two columns. */
const rows: readonly (readonly [number, string])[] = [
  [0, 'S235'],
  [0.1, '=cmd|x'],
  [1e-300, '-5'],
  [-2.5, 'a,"b"\nc'],
];
const plan = {
  runCount: 3,
  includesNominalRun: true,
  columns: ['w', 'grade'],
  block: (start: number, count: number) => {
    const part = rows.slice(start, start + count);
    return {
      runNumbers: part.map((_, index) => start + index),
      columns: [Float64Array.from(part, ([w]) => w), part.map(([, grade]) => grade)],
    };
  },
} as unknown as Plan;

function outcome(run: number, more: Partial<RunOutcome>): RunOutcome {
  return { run, attempt: 1, jobNumber: 1, status: 'Done', values: {}, ...more };
}

const attempts: RunOutcome[][] = [
  [
    outcome(2, { status: 'Failed', reason: 'exit-code', exitCode: 3, message: '=evil' }),
    outcome(1, {
      values: { stress: 0.1 + 0.2, ok: true },
      startedAt: '2026-01-01T00:00:00Z',
      elapsedSeconds: 900,
    }),
    outcome(0, { values: { stress: -0, ok: false } }),
  ],
];

const slotsAt = (hourCost: number) => ({ cores: () => 1, hourCost: () => hourCost });

describe('the tables of a study', () => {
  it('say with which files a run ran, only where files were mended', async () => {
    const table = async (write: (path: string) => Promise<void>): Promise<string[]> => {
      const path = join(root, 'table.csv');
      await write(path);
      return readFileSync(path, 'utf8').trim().split('\n');
    };
    const again = outcome(2, { attempt: 2, jobNumber: 2, revision: 2 });
    const results = (of: RunOutcome[][], variables = study.variables): Promise<string[]> =>
      table((path) =>
        writeResultsTable(
          ...([fileSink(path), { ...study, variables }, plan, mergeOutcomes(of), true] as const),
        ),
      );
    expect((await results(attempts))[0]).toMatch(/,status,reason$/u);
    const mended = await results([...attempts, [again]]);
    expect(mended[0]).toMatch(/,status,reason,revision$/u);
    expect(mended.filter((line) => line.endsWith(',1'))).toHaveLength(2);
    expect(mended.filter((line) => line.endsWith(',2'))).toHaveLength(1);
    const taken = [...study.variables, { name: 'Revision', type: 'Output' } as never];
    expect((await results([[again]], taken))[0]).toMatch(
      /,Revision,status,reason,files_revision$/u,
    );
    const runs = await table((path) => writeRunsTable(fileSink(path), [...attempts, [again]]));
    expect(runs[0]).toMatch(/,message,revision$/u);
    expect(runs.at(-1)).toMatch(/^2,2,Done.*,2$/u);
  });

  it('design.csv lists the runs in order, with safe cells', async () => {
    await writeDesignTable(fileSink(join(root, 'design.csv')), study, plan);
    expect(readFileSync(join(root, 'design.csv'), 'utf8')).toBe(
      `run,w,grade\n0,0,S235\n1,0.1,'=cmd|x\n2,1e-300,-5\n3,-2.5,"a,""b""\nc"\n`,
    );
  });

  it('results.csv has variables in display order, missing values, status and reason', async () => {
    await writeResultsTable(
      fileSink(join(root, 'results.csv')),
      study,
      plan,
      mergeOutcomes(attempts),
      true,
    );
    expect(parse(readFileSync(join(root, 'results.csv')))).toEqual([
      ['run', 'w', 'grade', 'stress', 'ok', 'status', 'reason'],
      ['0', '0', 'S235', '0', 'false', 'Done', ''],
      ['1', '0.1', `'=cmd|x`, '0.30000000000000004', 'true', 'Done', ''],
      ['2', '1e-300', '-5', '', '', 'Failed', 'exit-code'],
      ['3', '-2.5', 'a,"b"\nc', '', '', 'Withdrawn', ''],
    ]);
  });

  it('have runs that were stopped as that, and tables of earlier versions as failed', async () => {
    const stopped = [[outcome(2, { status: 'Failed', reason: 'stopped' })]];
    const path = join(root, 'stopped.csv');
    const statusesOf = (as?: 'Failed') => [
      async () => {
        const latest = mergeOutcomes(stopped);
        await writeResultsTable(fileSink(path), study, plan, latest, true, new Map(), as);
        return parse(readFileSync(path))
          .find(([run]) => run === '2')
          ?.slice(-2);
      },
      async () => {
        await writeRunsTable(fileSink(path), stopped, undefined, as);
        return parse(readFileSync(path)).at(-1)?.slice(2, 4);
      },
    ];
    for (const read of statusesOf()) expect(await read()).toEqual(['Stopped', 'stopped']);
    for (const read of statusesOf('Failed')) expect(await read()).toEqual(['Failed', 'stopped']);
  });

  it('results.csv does not depend on the order in which outcomes came', async () => {
    const paths = [join(root, 'a.csv'), join(root, 'b.csv')] as const;
    await writeResultsTable(fileSink(paths[0]), study, plan, mergeOutcomes(attempts), true);
    const back = mergeOutcomes(attempts.map((job) => job.toReversed()));
    await writeResultsTable(fileSink(paths[1]), study, plan, back, true);
    expect(readFileSync(paths[0])).toEqual(readFileSync(paths[1]));
  });

  it('runs.csv lists attempts by run, with messages made safe', async () => {
    await writeRunsTable(fileSink(join(root, 'runs.csv')), attempts, slotsAt(2));
    const lines = parse(readFileSync(join(root, 'runs.csv')), { columns: true }) as Record<
      string,
      string
    >[];
    expect(lines.map(({ run }) => run)).toEqual(['0', '1', '2']);
    expect(lines.map(({ cost }) => cost)).toEqual(['', '0.5', '']);
    expect(lines[2]).toMatchObject({ reason: 'exit-code', exitCode: '3', message: `'=evil` });
  });
});

describe('the param file', () => {
  it('reads back to the same doubles', async () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(double, double), { minLength: 1 }), async (pairs) => {
        const path = join(root, 'param.csv');
        const columns = [0, 1].map((at) => Float64Array.from(pairs, (pair) => pair[at] ?? NaN));
        await writeParamFile(fileSink(path), ['a', 'b'], [columns]);
        const [header, ...body] = parse(readFileSync(path)) as string[][];
        expect(header).toEqual(['a', 'b']);
        const expected = pairs.map((pair) => pair.map((value) => (value === 0 ? 0 : value)));
        expect(body.map((cells) => cells.map(parseNumber))).toEqual(expected);
      }),
      { seed: 61, numRuns: 50 },
    );
  });

  it('leaves text as it is: it goes to solvers, not to spreadsheets', async () => {
    const path = join(root, 'param.csv');
    await writeParamFile(
      fileSink(path),
      ['n', 'grade'],
      [
        [
          [1, 2],
          ['-x', 'a,"b"\n=c'],
        ],
        [[3], ['']],
      ],
    );
    expect(readFileSync(path, 'utf8')).toBe('n,grade\n1,-x\n2,"a,""b""\n=c"\n3,\n');
  });

  it('is not written with a number that is none; the old file stays', async () => {
    const path = join(root, 'param.csv');
    await writeParamFile(fileSink(path), ['a'], [[Float64Array.of(1)]]);
    await expect(writeParamFile(fileSink(path), ['a'], [[Float64Array.of(NaN)]])).rejects.toThrow(
      RangeError,
    );
    expect(readFileSync(path, 'utf8')).toBe('a\n1\n');
  });
});

describe('where some runs are reused', () => {
  const of = { studyId: 'beam-1', run: 17, attempt: 1 };
  const some = [[outcome(1, { jobNumber: 0, reusedFrom: of })], [outcome(2, {})]];
  const written = async (write: (place: string) => Promise<void>): Promise<string[]> => {
    const place = join(root, 'table.csv');
    await write(place);
    return readFileSync(place, 'utf8').trimEnd().split('\n');
  };

  it('results.csv says where each row came from', async () => {
    const lines = await written((place) =>
      writeResultsTable(fileSink(place), study, plan, mergeOutcomes(some), true),
    );
    expect(lines[0]).toMatch(/,status,reason,reusedFrom$/u);
    expect(lines[2]).toMatch(/,Done,,beam-1\/17$/u);
    expect(lines[3]).toMatch(/,Done,,$/u);
  });

  it('runs.csv does too, with no job and no cost for them', async () => {
    const lines = await written((place) => writeRunsTable(fileSink(place), some, slotsAt(2)));
    expect(lines).toEqual([
      expect.stringMatching(/,message,reusedFrom$/u),
      '1,1,Done,,,,,,,,,,,beam-1/17',
      '2,1,Done,,1,,,,,,,,,',
    ]);
  });

  it('a variable keeps its name', () => {
    expect(sourceColumn([{ name: 'w' }])).toBe('reusedFrom');
    expect(sourceColumn([{ name: 'ReusedFrom' }])).toBe('run_reusedFrom');
  });
});
