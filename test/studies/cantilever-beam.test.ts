import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summarySchema } from '../../src/summary/summary-document.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { longForm } from '../kit/test-form.ts';
import { numbersOf, runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';
import { correlation } from './sample-statistics.ts';

interface Expected {
  readonly runs: number;
  readonly correlations: readonly (readonly [x: string, y: string, value: number])[];
  readonly findings: Readonly<Record<string, number>>;
}

const expectedRows = parse(readFileSync('studies/cantilever-beam/expected/results.csv', 'utf8'), {
  columns: true,
}) as Readonly<Record<string, string>>[];
const expected = JSON.parse(
  readFileSync('studies/cantilever-beam/expected/statistics.json', 'utf8'),
) as Expected;

/** Bytes of results.csv, a platform each. */
const tables: string[] = [];

const bothEnds = [
  ['with all that is served', {}],
  [
    'with odd answers and nothing beyond the document',
    { documentOnly: true, platformOptions: ['--odd', '21'] },
  ],
] as const;
/** By night. */
const between = [
  ['with nothing beyond the document', { documentOnly: true }],
  ['with odd answers', { platformOptions: ['--odd', '20'] }],
] as const;

describe.each([...bothEnds, ...(longForm ? between : [])])(
  'the study cantilever-beam on a platform %s',
  (_, platform) => {
    let stack: Stack;
    let study: EndedStudy;

    beforeAll(async () => {
      const folder = temporaryFolder(afterAll);
      stack = await startStack(platform);
      study = await runStudy('studies/cantilever-beam', join(folder, 'results'), stack.env);
      tables.push(readFileSync(join(study.printed.resultsDir, 'results.csv'), 'utf8'));
    });

    afterAll(async () => {
      await stack.stop();
    });

    it('runs the whole grid', () => {
      expect(study.printed.status).toBe('Finished');
      expect(study.printed.runs).toEqual({
        total: 70,
        done: 70,
        failed: 0,
        stopped: 0,
        withdrawn: 0,
      });
    });

    it('leaves the expected table', () => {
      expect(study.rows).toHaveLength(expectedRows.length);
      for (const [row, wanted] of expectedRows.entries()) {
        const found = study.rows[row] ?? {};
        expect(found).toMatchObject({ run: wanted['run'], status: 'Done', reason: '' });
        for (const name of ['w', 't', 'stress', 'displacement', 'area']) {
          const off = Math.abs(Number(found[name]) / Number(wanted[name]) - 1);
          expect(off, `${name} of run ${wanted['run']}`).toBeLessThan(1e-14);
        }
        for (const name of ['holds', 'stiff']) expect(found[name]).toBe(wanted[name]);
      }
    });

    it('leaves the same bytes whatever is served', () => {
      expect(tables.at(-1)).toBe(tables[0]);
    });

    it('has the published correlations', () => {
      for (const [x, y, value] of expected.correlations) {
        const found = correlation(numbersOf(study.rows, x), numbersOf(study.rows, y));
        expect(found, `${x}, ${y}`).toBeCloseTo(value, 12);
        const told = summarySchema
          .parse(study.summary)
          .correlations.pearson.find(
            ({ first, second }) =>
              [x, y].join() === [first, second].join() || [y, x].join() === [first, second].join(),
          );
        expect(told?.value, `${x}, ${y}`).toBeCloseTo(value, 12);
      }
    });

    it("leaves its findings on the platform's job", async () => {
      const get = async (path: string): Promise<unknown> => {
        const answer = await fetch(new URL(path, stack.platformUrl), {
          headers: stack.platformHeaders,
        });
        expect(answer.status).toBe(200);
        return answer.json();
      };
      const { results } = (await get('api/v2/jobs/?page_size=100')) as {
        results: { id: string; name: string }[];
      };
      expect(results).toHaveLength(1);
      const fields = (await get(`api/v2/jobs/${results[0]?.id}/custom-fields/`)) as Record<
        string,
        { value: unknown }
      >;
      for (const [name, value] of Object.entries(expected.findings)) {
        expect(Number(fields[name]?.value) / value, name).toBeCloseTo(1, 12);
      }
    });
  },
);
