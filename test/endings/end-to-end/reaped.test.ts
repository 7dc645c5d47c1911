/** A study whose jobs the reaper ended after it was terminated goes on when it is taken up: nothing of it is failed, nothing that ended runs twice. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobWorkflowId, studyWorkflowId } from '../../../src/temporal/names.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { waitFor } from '../../kit/processes.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ speed: 20, platformOptions: ['--cores', '100'] });
});
afterAll(() => stack?.stop());

/** Three jobs of two runs, one after the other; the first run ends at once, the others wait until they are let go. */
function writeStudy(name: string) {
  const place = join(folder, name);
  mkdirSync(place);
  const list = (of: string) => {
    const file = join(place, of);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  };
  writeFileSync(
    join(place, 'model.sh'),
    `echo $1 >> '${place}/begun'
[ $1 = 1 ] || until test -e '${place}/go'; do sleep 0.1; done
echo "y = $1" > result.txt; echo $1 >> '${place}/ended'\n`,
  );
  writeFileSync(
    join(place, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Linspace, settings: { minvalue: 1, maxvalue: 6, count: 6 }, format: "0" }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
  inputFiles: [model.sh]
execution: { runsPerJob: 2, maxConcurrentJobs: 3, maxFailedRuns: 0, onLimit: abort, retries: { platform: 0 } }
`,
  );
  return {
    place,
    begun: () => list('begun'),
    ended: () => list('ended').sort(),
    letGo: () => writeFileSync(join(place, 'go'), ''),
  };
}

describe('a study whose jobs the reaper ended', () => {
  it.each([
    ['their workflows live, and collect', 'with-jobs', false, 'resume'],
    ['their workflows are gone, too', 'all-gone', true, 'resume'],
    ['run is called', 'run-again', true, 'run'],
  ] as const)('goes on where %s', async (_how, name, jobsToo, verb) => {
    const study = writeStudy(name);
    const call = async (...args: readonly string[]) => {
      const { exitCode, stdout, stderr } = await doeflowInProcess([...args, '--json'], stack.env);
      expect(exitCode, stderr).toBe(0);
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const { studyId } = (await call('start', study.place, '--results', folder)) as {
      readonly studyId: string;
    };
    await waitFor('runs of all jobs', () => study.begun().length >= 4);
    const { workflow } = (await stack.connect()).temporalClient;
    await workflow.getHandle(studyWorkflowId(name)).terminate('by a test');
    for (const jobNumber of jobsToo ? [1, 2, 3] : []) {
      await workflow.getHandle(jobWorkflowId(studyId, jobNumber)).terminate('by a test');
    }
    await call('reap');
    const order = verb === 'run' ? ['run', study.place, '--results', folder] : ['resume', studyId];
    const taken = doeflowInProcess([...order, '--json'], stack.env);
    if (verb === 'resume') await taken;
    study.letGo();
    expect((await taken).exitCode).toBe(0);
    const end = await call('watch', studyId);
    expect(end).toMatchObject({
      ...{ status: 'Finished', runs: { total: 6, done: 6, failed: 0 } },
    });
    expect(study.ended()).toEqual(['1', '2', '3', '4', '5', '6']);
    const status = await call('status', studyId);
    expect(JSON.stringify(status['notes'])).toMatch(/stopped by doeflow’s reaper/u);
    expect(JSON.stringify(status['notes'])).not.toMatch(/not by doeflow/u);
  });
});
