/**
 * Each program of a home in turn is frozen (SIGSTOP), as a laptop that is closed or a machine that swaps does it, and goes on later, whether or not
 * another one has taken its place meanwhile: the study ends with the undisturbed table, and its audit is clean.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { processesOf } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm } from '../kit/test-form.ts';
import { doeflow } from '../studies/run-study.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { runAgain } from './command-again.ts';
import { expectOnlyLostRunsAgain } from './judge-study.ts';
import { findProgram, type HomeProgram } from './killable.ts';
import { hasEffects, readLedgerFile } from './ledger-file.ts';
import { readTable, runToEnd } from './run-disturbed.ts';

const victims: readonly HomeProgram[] = longForm
  ? ['worker', 'platform', 'runner', 'temporal', 'supervisor']
  : ['worker'];
const frozenMs = longForm ? 120_000 : 15_000;
const runs = 24;

describe(`frozen for ${frozenMs / 1000} s while its study runs,`, () => {
  let root: string;
  let undisturbed: string;

  const write = (folder: string, runSeconds: number): ChaosStudy =>
    writeChaosStudy(join(folder, 'study'), 'frozen', {
      ...{ runs, runsPerJob: runs / 3, runSeconds },
      execution: ', cluster: {name: frozen, slots: 2, walltime: 8}',
    });
  const environment = (folder: string) => ({
    DOEFLOW_PROFILE: 'embedded',
    DOEFLOW_HOME: join(folder, 'home'),
    DOEFLOW_LOCAL_SPEED: '20',
  });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'doeflow-frozen-'));
    const folder = join(root, 'undisturbed');
    undisturbed = readTable(await runToEnd(write(folder, 0), environment(folder)));
  });

  afterAll(() => {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each(victims)(
    'the %s loses nothing and pays nothing twice',
    async (victim) => {
      const folder = mkdtempSync(join(root, `${victim}-`));
      const home = join(folder, 'home');
      const env = environment(folder);
      const study = write(folder, 1);
      const command = runAgain(study, 'frozen', env, false);
      try {
        await waitFor('the study’s first effect', () => hasEffects(home));
        await delay(2000);
        const pid = await waitFor(`a ${victim}`, () => findProgram(home, victim));
        process.kill(pid, 'SIGSTOP');
        await delay(frozenMs);
        // Its place may have been taken, and it was ended then.
        if (findProgram(home, victim) === pid) process.kill(pid, 'SIGCONT');
        await waitFor('the end of the study', () => command.isOver(), 180_000);
        const end = await command.end();
        expect(end.exitCode, end.stderr).toBe(0);
        expect(readTable(end)).toBe(undisturbed);
        const audit = await doeflow(['verify', 'frozen', '--json'], env);
        const report = JSON.parse(audit.stdout) as AuditReport;
        expect(report.faults, audit.stderr).toEqual([]);
        expect(report).toMatchObject({ clean: true, runs, runsEnded: runs });
        await waitFor('the end of everything', () => processesOf(home).length === 0, 60_000);
      } finally {
        command.giveUp();
      }
      expectOnlyLostRunsAgain({ study, ledger: readLedgerFile(home) });
    },
    frozenMs + 300_000,
  );
});
