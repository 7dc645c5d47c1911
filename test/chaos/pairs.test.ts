import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { processesOf } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm, momentsSeed } from '../kit/test-form.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { runAgain } from './command-again.ts';
import { expectEachRunOnce, expectOnlyLostRunsAgain } from './judge-study.ts';
import { findProgram, type HomeProgram } from './killable.ts';
import { hasEffects, readLedgerFile } from './ledger-file.ts';
import { platformModes } from './platform-modes.ts';
import { readTable, runToEnd } from './run-disturbed.ts';

type Victim = HomeProgram | 'command line';
const victims = ['supervisor', 'temporal', 'platform', 'runner', 'worker', 'command line'] as const;

/** Every ordered pair, the same one twice included. */
const pairs = victims.flatMap((first) => victims.map((second): Pair => [first, second]));
type Pair = readonly [first: Victim, second: Victim];

/** What ends the most at once; at night all of them, on both platforms. */
const fewPairs: readonly Pair[] = [['supervisor', 'command line']];

/** Only these may cost an execution of a run. */
const runnerDiesWith: readonly Victim[] = ['supervisor', 'runner', 'command line'];

/** Longest time that a person waits for a study that takes seconds, on a loaded machine. */
const patienceMs = 120_000;

describe.each(longForm ? platformModes : platformModes.slice(0, 1))(
  'kill -9 of two programs within two seconds, on a platform %s,',
  (_, documentOnly) => {
    let root: string;
    let undisturbed: string;

    const write = (folder: string, name: string): ChaosStudy =>
      writeChaosStudy(join(folder, 'study'), name, { runs: 8, runsPerJob: 4, runSeconds: 0.7 });
    const environment = (folder: string) => ({
      DOEFLOW_PROFILE: 'embedded',
      DOEFLOW_HOME: join(folder, 'home'),
      DOEFLOW_LOCAL_DOCUMENT_ONLY: documentOnly,
      DOEFLOW_LOCAL_SPEED: '20',
    });

    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'doeflow-chaos-'));
      const folder = join(root, 'undisturbed');
      undisturbed = readTable(await runToEnd(write(folder, 'undisturbed'), environment(folder)));
    });

    afterAll(() => {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    });

    it.each(longForm ? pairs : fewPairs)(
      'the %s and the %s: the study ends by itself, with the same table and no second submit',
      async (first, second) => {
        const name = `${first}-${second}`.replaceAll(' ', '-');
        const folder = join(root, name);
        const home = join(folder, 'home');
        const study = write(folder, name);
        const moments = createStream(momentsSeed, `${name}-${documentOnly}`);
        const command = runAgain(study, name, environment(folder), moments.uniform(0) < 0.5);
        const kill = async (victim: Victim): Promise<void> => {
          if (victim === 'command line') {
            await command.kill();
            return;
          }
          // One that is just being started again is killed as soon as it is there.
          const pid = await waitFor(
            `a ${victim}`,
            () => command.isOver() || findProgram(home, victim),
          );
          if (typeof pid === 'number') process.kill(pid, 'SIGKILL');
        };
        try {
          await waitFor('the study’s first effect', () => hasEffects(home));
          await delay(2000 * moments.uniform(1));
          await kill(first);
          await delay(2000 * moments.uniform(2));
          await kill(second);
          await waitFor('the end of the study', () => command.isOver(), patienceMs);
          const end = await command.end();
          expect(end.exitCode, end.stderr).toBe(0);
          expect(readTable(end)).toBe(undisturbed);
          await waitFor('the end of everything', () => processesOf(home).length === 0);
        } finally {
          command.giveUp();
        }
        const judgement = { study, ledger: readLedgerFile(home) };
        if (![first, second].some((victim) => runnerDiesWith.includes(victim)))
          expectEachRunOnce(judgement);
        else expectOnlyLostRunsAgain(judgement);
      },
      patienceMs * 2,
    );
  },
);
