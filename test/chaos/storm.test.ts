/**
 * One study on a cluster while all its programs are killed again and again, on a platform that loses answers, fails, throttles, lags and
 * damages: it ends by itself, with the table of the undisturbed one, and its audit is clean.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { AuditReport } from '../../src/audit/index.ts';
import { createStream } from '../../src/distributions/index.ts';
import { processesOf } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm, momentsSeed } from '../kit/test-form.ts';
import { doeflow } from '../studies/run-study.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { runAgain } from './command-again.ts';
import { expectOnlyLostRunsAgain } from './judge-study.ts';
import { findProgram, type HomeProgram } from './killable.ts';
import { hasEffects, readLedgerFile } from './ledger-file.ts';
import { casesOn, platformModes } from './platform-modes.ts';
import { readTable, runToEnd } from './run-disturbed.ts';

type Victim = HomeProgram | 'command line';
const victims: readonly Victim[] = [
  ...(['worker', 'platform', 'runner', 'temporal', 'supervisor', 'command line'] as const),
];

/** Runs, and kills that are spread over the time in which they execute. */
const runs = Number(process.env['DOEFLOW_TEST_STORM_RUNS'] ?? (longForm ? 2000 : 200));
const kills = Number(process.env['DOEFLOW_TEST_STORM_KILLS'] ?? (longForm ? 40 : 8));
const jobs = longForm ? 8 : 4;
const runSeconds = 0.2;
const patienceMs = 60_000 + runs * 400 + kills * 12_000;

/** What a platform that is there and not well does. */
const storm = {
  seed: momentsSeed,
  rules: [
    ...['/api/v*/jobs/', '/api/v*/jobs/*/submit/', '/api/v*/clusters/*/jobs/'].map((path) => ({
      match: { method: 'POST', path, probability: 0.05 },
      ...{ when: 'after', what: 'reset' },
    })),
    { match: { method: 'GET', path: '/api/*', probability: 0.05 }, what: { status: 503 } },
    { match: { path: '/api/*', probability: 0.01 }, what: 'reset' },
    { match: { path: '/api/*', nth: [40, 41, 42, 140, 141, 142] }, what: { throttle: 2 } },
    {
      match: { method: 'GET', path: '/api/v2/files/*/contents/', probability: 0.015 },
      what: { cutAtByte: 7 },
    },
    {
      match: { method: 'GET', path: '/api/v2/files/*/contents/', probability: 0.015 },
      what: 'damage',
    },
    { match: { method: 'GET', path: '/api/v2/jobs/', every: 3 }, what: { lag: 1 } },
  ],
};

describe.each(casesOn('0', [...platformModes]))(
  'in a storm, on a platform %s,',
  (_, documentOnly) => {
    let root: string;
    let undisturbed: string;

    const write = (folder: string, name: string, seconds = runSeconds): ChaosStudy =>
      writeChaosStudy(join(folder, 'study'), name, {
        ...{ runs, runsPerJob: runs / jobs, runSeconds: seconds },
        execution: ', cluster: {name: storm, slots: 2, walltime: 8}',
      });
    const environment = (folder: string, faults?: string) => ({
      DOEFLOW_PROFILE: 'embedded',
      DOEFLOW_HOME: join(folder, 'home'),
      DOEFLOW_LOCAL_DOCUMENT_ONLY: documentOnly,
      DOEFLOW_LOCAL_SPEED: '20',
      ...(faults === undefined ? {} : { DOEFLOW_LOCAL_FAULTS: faults }),
    });

    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'doeflow-storm-'));
      const folder = join(root, 'undisturbed');
      undisturbed = readTable(await runToEnd(write(folder, 'undisturbed', 0), environment(folder)));
    }, patienceMs);

    afterAll(() => {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    });

    it(
      `${runs} runs under ${kills} kills are each paid once, and the table is the undisturbed one`,
      async () => {
        // Another one where the test is tried again.
        const folder = mkdtempSync(join(root, 'storm-'));
        const home = join(folder, 'home');
        const faults = join(root, 'faults.yaml');
        writeFileSync(faults, stringify(storm));
        const env = environment(folder, faults);
        const study = write(folder, 'storm');
        const moments = createStream(momentsSeed, `storm-${documentOnly}`);
        const command = runAgain(study, 'storm', env, true);
        const killed: string[] = [];
        const kill = async (victim: Victim): Promise<void> => {
          if (victim === 'command line') await command.kill();
          else {
            const pid = await waitFor(
              `a ${victim}`,
              () => command.isOver() || findProgram(home, victim),
            );
            if (typeof pid !== 'number') return;
            process.kill(pid, 'SIGKILL');
          }
          killed.push(victim);
        };
        const meanPauseMs = (runs * runSeconds * 1000) / 2 / kills;
        try {
          await waitFor('the study’s first effect', () => hasEffects(home));
          for (let turn = 0; turn < kills && !command.isOver(); turn += 1) {
            await delay(2 * meanPauseMs * moments.uniform(2 * turn));
            const victim = victims[turn % victims.length];
            if (victim !== undefined && !command.isOver()) await kill(victim);
          }
          await waitFor('the end of the study', () => command.isOver(), patienceMs);
          const end = await command.end();
          expect(end.exitCode, end.stderr).toBe(0);
          expect(readTable(end)).toBe(undisturbed);
          expect(killed.length).toBeGreaterThan(kills / 2);
          const audit = await doeflow(['verify', 'storm', '--json'], env);
          const report = JSON.parse(audit.stdout) as AuditReport;
          expect(report.faults, audit.stderr).toEqual([]);
          expect(report).toMatchObject({ clean: true, runs, runsEnded: runs, jobs });
          await waitFor('the end of everything', () => processesOf(home).length === 0);
        } finally {
          command.giveUp();
        }
        const ledger = readLedgerFile(home);
        expectOnlyLostRunsAgain({ study, ledger });
        expect(ledger.filter(({ kind }) => kind === 'fault fired').length).toBeGreaterThan(kills);
      },
      patienceMs * 2,
    );
  },
);
