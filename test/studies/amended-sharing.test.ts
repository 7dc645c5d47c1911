/** Studies that reuse runs and are amended: what two of them need is paid for once, whichever was there first. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { sharedStack } from '../kit/shared-stack.ts';
import { doeflow, temporaryFolder } from './run-study.ts';

const studyFile = (name: string): string => `name: ${name}
variables:
  - { name: x, type: Param }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: table, file: points.csv }
job:
  analysis: { code: user_included, version: "0" }
  command: sh solve.sh \${x}
  inputFiles: [solve.sh]
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
execution: { reuse: true, runsPerJob: 2, maxConcurrentJobs: 1 }
`;

describe('studies that reuse runs, one of which is amended', { timeout: 240_000 }, () => {
  const stack = sharedStack();
  const folder = temporaryFolder(afterAll);
  const go = join(folder, 'go');
  const tally = (times: number): string => join(folder, `ran-${times}`);
  const executed = (times: number): number =>
    existsSync(tally(times)) ? readFileSync(tally(times), 'utf8').trim().split('\n').length : 0;

  /** A study of `x` from 1 to `last`, whose runs wait for `go`, give so many times `x`, and are counted. */
  function place(at: string, name: string, last: number, times: number): string {
    const where = join(folder, at);
    mkdirSync(where, { recursive: true });
    const rows = Array.from({ length: last }, (_, index) => index + 1);
    writeFileSync(join(where, 'points.csv'), `x\n${rows.join('\n')}\n`);
    writeFileSync(join(where, 'study.yaml'), studyFile(name));
    writeFileSync(
      join(where, 'solve.sh'),
      `echo "$1" >> ${tally(times)}\nuntil test -e ${go}; do sleep 0.1; done\necho "y = $(($1 * ${times}))" > out.txt\n`,
    );
    return where;
  }

  async function command<Printed = unknown>(...args: readonly string[]): Promise<Printed> {
    const end = await doeflow([...args, '--json'], stack.env);
    expect(end.exitCode, end.stderr).toBe(0);
    return JSON.parse(end.stdout) as Printed;
  }

  const start = async (path: string): Promise<string> => {
    const started = ['start', path, '--results', join(folder, 'results')];
    return (await command<{ readonly studyId: string }>(...started)).studyId;
  };

  async function expectWhole(studyId: string, values: readonly number[]): Promise<void> {
    expect(await command('watch', studyId)).toMatchObject({ status: 'Finished' });
    const { stdout } = await doeflow(['results', studyId, '--columns', 'y'], stack.env);
    expect(stdout.trim().split('\n').slice(1).map(Number)).toEqual(values);
    expect(await command('verify', studyId)).toMatchObject({ clean: true, faults: [] });
  }

  it('are paid for by the union of their runs', async () => {
    const first = await start(place('first', 'sharing-first', 4, 10));
    await waitFor('its first job to execute', () => executed(10) === 2 || undefined);
    const changed = place('changed', 'sharing-first', 8, 20);
    await command('amend', first, changed, '--apply', '--yes', '--detach');
    await waitFor('the study to be amended', async () => {
      const { runs } = await command<{ readonly runs: { readonly total: number } }>(
        'status',
        first,
      );
      return runs.total === 8 || undefined;
    });
    const second = await start(place('second', 'sharing-second', 8, 20));
    await waitFor('its first job to execute', () => executed(20) === 2 || undefined);
    writeFileSync(go, '');
    await expectWhole(second, [20, 40, 60, 80, 100, 120, 140, 160]);
    await expectWhole(first, [10, 20, 60, 80, 100, 120, 140, 160]);
    expect([executed(10), executed(20)]).toEqual([2, 8]);
  });

  it('take what is added from those that have run it, and the plan says so', async () => {
    const third = await start(place('third', 'sharing-third', 1, 20));
    await expectWhole(third, [20]);
    const changed = place('grown', 'sharing-third', 9, 20);
    expect(await command('amend', third, changed, '--plan')).toMatchObject({
      added: { runs: 8, jobs: 1 },
      reused: { runs: 7, further: 7, total: 8 },
    });
    await command('amend', third, changed, '--apply', '--yes');
    await expectWhole(third, [20, 40, 60, 80, 100, 120, 140, 160, 180]);
    expect(executed(20)).toBe(9);
    const { reusedFrom } = await command<{ readonly reusedFrom: object }>('why', `${third}/5`);
    expect(reusedFrom).toMatchObject({ run: 5 });
    // The file as it was amended is the plan in force: its runs are those of the study.
    const ofFile = await command<{ readonly studyId?: string }>('why', `${changed}/5`);
    expect(ofFile).toMatchObject({ studyId: third, reusedFrom });
  });

  it('pay for runs that they waited for once these are others, and the plan says so', async () => {
    rmSync(go);
    const fourth = await start(place('fourth', 'sharing-fourth', 4, 30));
    await waitFor('its first job to execute', () => executed(30) === 2 || undefined);
    const fifth = await start(place('fifth', 'sharing-fifth', 4, 30));
    await waitFor('the other to wait for its runs', async () => {
      const { activity } = await command<{ readonly activity: string }>('status', fifth);
      return activity.startsWith('waiting for 4 runs of') || undefined;
    });
    const changed = place('otherwise', 'sharing-fifth', 4, 40);
    const plan = await command('amend', fifth, changed, '--plan');
    // Two jobs of two slots for an hour.
    expect(plan).toMatchObject({ notStarted: 4, more: { coreHours: { high: 4 } } });
    await command('amend', fifth, changed, '--apply', '--yes', '--detach');
    writeFileSync(go, '');
    await expectWhole(fifth, [40, 80, 120, 160]);
    await expectWhole(fourth, [30, 60, 90, 120]);
    expect([executed(30), executed(40)]).toEqual([4, 4]);
  });
});
