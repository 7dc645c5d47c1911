/** What a study does when more runs fail than it allows, and when it is stopped: in each case it can go on. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore, writeTicket } from '../../src/store/index.ts';
import { connectTemporal } from '../../src/temporal/connect.ts';
import { studyWorkflowId } from '../../src/temporal/names.ts';
import { retryStudyUpdate } from '../../workflows/messages.ts';
import { waitFor } from '../kit/processes.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { sealingOf } from '../kit/sealing-of.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { temporaryFolder, type CommandEnd, type EndedStudy } from './run-study.ts';

describe('a study of four runs, a job each, of which the third fails,', () => {
  const folder = temporaryFolder(afterAll);
  const healed = join(folder, 'healed');
  const stack = sharedStack();

  const call = (...args: string[]): Promise<CommandEnd> => doeflowInProcess(args, stack.env);
  const run = (study: string): Promise<CommandEnd> =>
    call('run', study, '--results', join(folder, 'results'), '--json');
  const printedBy = ({ stdout }: CommandEnd): EndedStudy['printed'] =>
    JSON.parse(stdout) as EndedStudy['printed'];
  const statusesIn = ({ resultsDir }: EndedStudy['printed']): string[] => {
    const rows: Record<string, string>[] = parse(
      readFileSync(join(resultsDir, 'results.csv'), 'utf8'),
      { columns: true },
    );
    return rows.map(({ status, reason }) => [status, reason].join(' ').trim());
  };
  /** Waits for what `status --json` says of a study. */
  const reached = (name: string, status: string): Promise<unknown> =>
    waitFor(
      `study ${name} ${status}`,
      async () => {
        const { stdout, exitCode } = await call('status', name, '--json');
        return exitCode === 0 && printedBy({ stdout } as CommandEnd).status === status;
      },
      120_000,
    );

  beforeEach(() => {
    rmSync(healed, { force: true });
  });

  it('runs to its end under `finish`, and the command says that it is over the limit', async () => {
    const end = await run(writeStudy(folder, 'finishing', 'onLimit: finish', healed));
    expect(end.exitCode).toBe(3);
    expect(printedBy(end)).toMatchObject({ status: 'Finished with failures' });
    expect(statusesIn(printedBy(end))).toEqual(['Done', 'Done', 'Failed exit-code', 'Done']);
  });

  it('starts nothing more under `abort`; a retry goes on with all that is left', async () => {
    const end = await run(writeStudy(folder, 'aborting', 'onLimit: abort', healed));
    expect(end.exitCode).toBe(3);
    expect(printedBy(end)).toMatchObject({
      status: 'Aborted',
      runs: { total: 4, done: 2, failed: 1 },
    });
    expect(statusesIn(printedBy(end))).toEqual(['Done', 'Done', 'Failed exit-code', 'Withdrawn']);

    writeFileSync(healed, '');
    const retry = await call('retry', 'aborting', '--failed', '--json');
    expect(retry.exitCode).toBe(0);
    expect(statusesIn(printedBy(retry))).toEqual(['Done', 'Done', 'Done', 'Done']);
  });

  it('waits under `pause` for somebody who lets it go on', async () => {
    const study = writeStudy(folder, 'pausing', 'onLimit: pause', healed);
    expect((await call('start', study, '--results', join(folder, 'results'))).exitCode).toBe(0);
    await reached('pausing', 'Paused');
    expect((await call('resume', 'pausing')).exitCode).toBe(0);
    const end = await call('watch', 'pausing', '--json');
    expect(end.exitCode).toBe(3);
    expect(statusesIn(printedBy(end))).toEqual(['Done', 'Done', 'Failed exit-code', 'Done']);
  });

  it('takes no harm from a retry of runs that have not failed', async () => {
    const study = writeStudy(folder, 'slipping', 'onLimit: pause', healed);
    expect((await call('start', study, '--results', join(folder, 'results'))).exitCode).toBe(0);
    await reached('slipping', 'Paused');
    expect((await call('retry', 'slipping', '--runs', '1')).exitCode).toBe(5);
    // Another client of the same owner doesn't look first.
    const store = await openStore(stack.storeDirectory);
    const { studyId } = printedBy(await call('status', 'slipping', '--json'));
    const order = { asks: 'retry', runs: [1] } as const;
    const ticket = await writeTicket(store.study(studyId), order, new Date());
    const link = await connectTemporal(
      { address: stack.temporalAddress, namespace: stack.namespace },
      { sealing: await sealingOf(stack.env['DOEFLOW_HOME'] ?? '') },
    );
    await link.temporalClient.workflow
      .getHandle(studyWorkflowId('slipping'))
      .executeUpdate(retryStudyUpdate, { args: [{ ticket }] })
      .finally(() => link.close());
    const end = await call('watch', 'slipping', '--json');
    expect(end.exitCode).toBe(3);
    expect(statusesIn(printedBy(end))).toEqual(['Done', 'Done', 'Failed exit-code', 'Done']);
  });

  it('keeps what is done when it is stopped, and runs the rest on demand', async () => {
    const hanging = join(folder, 'hanging');
    writeFileSync(hanging, '');
    const study = writeStudy(folder, 'stopping', 'onLimit: finish', healed, hanging);
    expect((await call('start', study, '--results', join(folder, 'results'))).exitCode).toBe(0);
    await waitFor(
      'two runs done',
      async () => {
        const { stdout, exitCode } = await call('status', 'stopping', '--json');
        return exitCode === 0 && printedBy({ stdout } as CommandEnd).runs.done === 2;
      },
      120_000,
    );
    await waitFor('the third run to hang', () => existsSync(`${hanging}.begun`));
    const open = await call('results', 'stopping', '--json');
    expect(JSON.parse(open.stdout)).toMatchObject([
      { run: 1, y: 1, status: 'Done' },
      { run: 2, y: 2, status: 'Done' },
      { run: 3 },
      { run: 4 },
    ]);
    expect((await call('stop', 'stopping')).exitCode).toBe(0);
    const end = await call('watch', 'stopping', '--json');
    expect(end.exitCode).toBe(3);
    expect(printedBy(end).status).toBe('Stopped');
    expect(statusesIn(printedBy(end))).toEqual(['Done', 'Done', 'Stopped stopped', 'Withdrawn']);

    rmSync(hanging);
    writeFileSync(healed, '');
    const single = await call('retry', 'stopping', '--runs', '3', '--json');
    expect(single.exitCode).toBe(3);
    expect(statusesIn(printedBy(single))).toEqual(['Done', 'Done', 'Done', 'Withdrawn']);
    const retry = await call('retry', 'stopping', '--failed', '--json');
    expect(retry.exitCode).toBe(0);
    expect(statusesIn(printedBy(retry))).toEqual(['Done', 'Done', 'Done', 'Done']);
  });
});

/** Runs of which the third fails until the file `healed` is there, and hangs while `hanging` is. */
function writeStudy(
  root: string,
  name: string,
  execution: string,
  healed: string,
  hanging = '/nowhere',
): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'model.sh'),
    `read x < x.txt
if test "$x" -eq 3; then
  if test -e ${hanging}; then touch ${hanging}.begun; sleep 600; fi
  test -e ${healed} || { echo 'mesh inverted'; exit 3; }
fi
echo "y = $x" > out.txt
`,
  );
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, values: [1, 2, 3, 4] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: {}
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: x.txt.in, as: x.txt }]
execution: { runsPerJob: 1, maxConcurrentJobs: 1, ${execution} }
`,
  );
  return folder;
}
