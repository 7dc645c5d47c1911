import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doeflow, temporaryFolder, type CommandEnd } from './run-study.ts';

/** What goes wrong in which run; run 1 and run 6 are well. */
const model = `read x < x.txt
case $x in
  2) exit 3 ;;
  3) sleep 600 ;;
  4) printf 'y = 1.5e' > result.txt; exit 0 ;;
  5) exit 0 ;;
esac
echo "y = $x" > result.txt
`;

describe('a study whose runs fail, hang, or leave half a number', () => {
  let folder: string;
  const ends = new Map<number, CommandEnd>();

  beforeAll(async () => {
    folder = temporaryFolder(afterAll);
    for (const maxFailedRuns of [3, 4]) {
      const study = join(folder, `limit-${maxFailedRuns}`);
      mkdirSync(study);
      writeFileSync(join(study, 'model.sh'), model);
      writeFileSync(join(study, 'x.txt.in'), '${x}\n');
      writeFileSync(
        join(study, 'study.yaml'),
        `name: limit-${maxFailedRuns}
variables:
  - { name: x, type: Param, generator: FixedRange, settings: { minvalue: 1, maxvalue: 6, increment: 1 } }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  runWalltime: 3s
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution: { maxFailedRuns: ${maxFailedRuns} }
`,
      );
      const results = join(folder, 'results');
      const env = { DOEFLOW_HOME: join(folder, 'home') };
      ends.set(maxFailedRuns, await doeflow(['run', study, '--results', results, '--json'], env));
    }
  });

  it('ends by the limit on failed runs: with 3 above it, with 0 at it', () => {
    expect(ends.get(3)?.exitCode).toBe(3);
    expect(ends.get(4)?.exitCode).toBe(0);
    for (const { stdout } of ends.values()) {
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'Finished with failures',
        runs: { total: 6, done: 2, failed: 4 },
      });
    }
  });

  it('keeps a row for each run, with its reason, and guesses no number', () => {
    for (const { stdout } of ends.values()) {
      const { resultsDir } = JSON.parse(stdout) as { resultsDir: string };
      const rows = parse(readFileSync(join(resultsDir, 'results.csv'), 'utf8'), {
        columns: true,
      }) as Readonly<Record<string, string>>[];
      expect(rows.map(({ x, y, status, reason }) => [x, y, status, reason])).toEqual([
        ['1', '1', 'Done', ''],
        ['2', '', 'Failed', 'exit-code'],
        ['3', '', 'Failed', 'timeout'],
        ['4', '', 'Failed', 'output-invalid'],
        ['5', '', 'Failed', 'output-missing'],
        ['6', '6', 'Done', ''],
      ]);
    }
  });
});
