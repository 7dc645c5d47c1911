/** A study that is paused is amended, and stays so: no failure of the command. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder } from './run-study.ts';

const stack = sharedStack();
const folder = temporaryFolder(afterAll);

it('ends well, says that the study is paused still, and how it goes on', async () => {
  const study = join(folder, 'study');
  mkdirSync(study, { recursive: true });
  writeFileSync(join(study, 'solve.sh'), 'exit 3\n');
  writeFileSync(
    join(study, 'study.yaml'),
    `name: amended-while-paused
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: monte-carlo, runs: 6, seed: 1 }
job:
  analysis: { code: user_included, version: "0" }
  command: ": \${x}; sh solve.sh"
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  inputFiles: [solve.sh]
execution: { runsPerJob: 2, maxConcurrentJobs: 1, maxFailedRuns: 1, onLimit: pause, retries: 0 }
`,
  );
  const paused = await doeflow(
    ['run', study, '--results', join(folder, 'results'), '--json'],
    stack.env,
  );
  expect(paused.exitCode, paused.stderr).toBe(5);
  const { studyId } = JSON.parse(paused.stdout) as { readonly studyId: string };
  const changed = join(folder, 'changed');
  cpSync(study, changed, { recursive: true });
  writeFileSync(join(changed, 'solve.sh'), 'echo "y = $DOEFLOW_VAR_x" > out.txt\n');
  const amended = await doeflow(
    ['amend', studyId, changed, '--apply', '--yes', '--json'],
    stack.env,
  );
  expect(amended.exitCode, amended.stderr).toBe(0);
  expect(amended.stderr).toContain(`Study ${studyId} is at revision 2 from now on.`);
  expect(JSON.parse(amended.stdout)).toMatchObject({ studyId, amendment: { applied: 2 } });
  const status = await doeflow(['status', studyId, '--json'], stack.env);
  expect(JSON.parse(status.stdout)).toMatchObject({ status: 'Paused' });
  const stopped = await doeflow(['stop', studyId, '--yes', '--json'], stack.env);
  expect(stopped.exitCode, stopped.stderr).toBe(0);
}, 180_000);
