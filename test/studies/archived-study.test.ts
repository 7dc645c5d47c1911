/** A study that ends, is archived with its jobs, deleted on the platform, and can still be checked: on a whole engine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { verifyDestination } from '../../src/archive/index.ts';
import { openFolderStore } from '../../src/objects/index.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { startStack } from '../kit/start-stack.ts';
import { runStudy, temporaryFolder } from './run-study.ts';

it('is archived, proven, deleted, and whole', async () => {
  const folder = temporaryFolder(afterAll);
  writeStudy(join(folder, 'study'));
  const destination = join(folder, 'archive');
  const stack = await startStack({ speed: 20 });
  try {
    const { printed } = await runStudy(join(folder, 'study'), join(folder, 'results'), stack.env);
    const doeflow = async (...args: readonly string[]): Promise<unknown> => {
      const { exitCode, stdout, stderr } = await doeflowInProcess([...args, '--json'], stack.env);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
      return JSON.parse(stdout);
    };
    await doeflow(
      ...['archive', 'create', 'nightly', '--cron', '0 3 * * *', '--select', 'study:tiny'],
      ...['--to', destination, '--keep', '0s', '--delete-jobs'],
    );
    const result = await doeflow('archive', 'trigger', 'nightly', '--wait');
    expect(result).toMatchObject({
      outcome: 'clean',
      ...{ archived: { jobs: 2, failed: 0 }, proven: { jobs: 2 }, deleted: { jobs: 2 } },
    });
    expect(
      await readFile(join(destination, `studies/${printed.studyId}/v1/results.csv`), 'utf8'),
    ).toContain('y');
    const report = await verifyDestination(openFolderStore(destination));
    expect(report).toMatchObject({ faults: [] });
    const answer = await fetch(new URL('api/v2/jobs/', stack.platformUrl), {
      headers: stack.platformHeaders,
    });
    expect(await answer.json()).toMatchObject({ count: 0 });
  } finally {
    await stack.stop();
  }
});

function writeStudy(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.sh'), 'read x < in.txt\necho "y = $x" > out.txt\n');
  writeFileSync(join(folder, 'in.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: tiny
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: latin-hypercube, runs: 4, seed: 3 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution: { runsPerJob: 2 }
`,
  );
}
