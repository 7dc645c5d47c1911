/** Studies that lose a job's workflow, or the room to write: they go on by themselves, and are paid once by the platform's own ledger. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Trouble } from '../../src/run/trouble.ts';
import { jobWorkflowId } from '../../src/temporal/names.ts';
import { writeChaosStudy, type ChaosStudy } from '../chaos/chaos-study.ts';
import { expectEachRunOnce, type LedgerEntry } from '../chaos/judge-study.ts';
import { waitFor } from '../kit/processes.ts';
import { makeReadOnly } from '../kit/read-only-folder.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { temporaryFolder } from './run-study.ts';

const folder = temporaryFolder(afterAll);
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ speed: 20 });
});
afterAll(() => stack?.stop());

const call = (...args: readonly string[]) => doeflowInProcess(args, stack.env);

/** Starts a study of one job and returns once a run of it executes. */
async function startStudy(name: string): Promise<ChaosStudy & { readonly studyId: string }> {
  const size = { runs: 4, runsPerJob: 4, runSeconds: 2 };
  const study = writeChaosStudy(join(folder, name), name, size);
  const { exitCode, stdout, stderr } = await call('start', study.folder, '--json');
  expect(exitCode, stderr).toBe(0);
  await waitFor('the first run', () => readFileSync(study.executions, 'utf8') !== '');
  return { ...study, studyId: (JSON.parse(stdout) as { readonly studyId: string }).studyId };
}

async function status(name: string): Promise<{
  readonly notes: readonly string[];
  readonly trouble: readonly Trouble[];
}> {
  return JSON.parse((await call('status', name, '--json')).stdout) as {
    readonly notes: readonly string[];
    readonly trouble: readonly Trouble[];
  };
}

const begun = async (): Promise<number> => (await ledger(0)).at(-1)?.seq ?? 0;

async function ledger(after: number): Promise<readonly LedgerEntry[]> {
  const answer = await fetch(`${stack.platformUrl}local/ledger/?limit=1000&after=${after}`, {
    headers: stack.platformHeaders,
  });
  return ((await answer.json()) as { readonly entries: readonly LedgerEntry[] }).entries;
}

async function expectFinished(name: string, study: ChaosStudy, after: number): Promise<void> {
  const end = await call('watch', name, '--json');
  const runs = { total: 4, done: 4, failed: 0 };
  expect(JSON.parse(end.stdout)).toMatchObject({ status: 'Finished', runs });
  expectEachRunOnce({ study, ledger: await ledger(after) });
}

it('a job whose workflow is terminated is taken over, and not submitted again', async () => {
  const after = await begun();
  const study = await startStudy('terminated');
  const { temporalClient } = await stack.connect();
  await temporalClient.workflow
    .getHandle(jobWorkflowId(study.studyId, 1))
    .terminate('by somebody in the Temporal UI');
  await expectFinished('terminated', study, after);
  expect((await status('terminated')).notes.join()).toMatch(/Job 1: .*terminated/);
});

it('a store that is read-only for a while is told, waited for, and noticed when it can be written', async () => {
  const after = await begun();
  const study = await startStudy('read-only');
  const locked = makeReadOnly(stack.storeDirectory);
  try {
    const told = await waitFor('word of the store', async () =>
      (await status('read-only')).trouble.find(({ waitingFor }) =>
        waitingFor.includes('store that can be written'),
      ),
    );
    expect(told.code).toMatch(/EPERM|EACCES/);
    expect(told.lastError).toContain(stack.storeDirectory);
    expect(told.whatToDo).toContain('writable');
  } finally {
    locked.mend();
  }
  await expectFinished('read-only', study, after);
});
