import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { longForm, momentsSeed } from '../kit/test-form.ts';
import { commandEnvironment } from '../studies/run-study.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { startEmbeddedHome } from './embedded-home.ts';
import { createHoldFolder, holdPoints, payingPoints } from './hold-folder.ts';
import { expectOnlyLostRunsAgain } from './judge-study.ts';
import { casesOn, platformModes } from './platform-modes.ts';
import { readTable, runToEnd } from './run-disturbed.ts';

const kills = 10;
// More work than all the moments together: a study that has ended can't be disturbed.
const runs = 48;

describe.each(platformModes)(
  'kill -9 of the command line, with nothing else kept up, on a platform %s,',
  (_, documentOnly) => {
    let root: string;
    let undisturbed: string;

    const write = (folder: string, name: string): ChaosStudy =>
      writeChaosStudy(join(folder, 'study'), name, { runs: 8, runsPerJob: 4, runSeconds: 0.1 });
    const environment = (folder: string) => ({
      DOEFLOW_PROFILE: 'embedded',
      DOEFLOW_HOME: join(folder, 'home'),
      DOEFLOW_HOLD_DIR: join(folder, 'hold'),
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

    /** Starts `doeflow run` and kills it when `moment` has come; returns when it has ended, and all that it started. */
    const runAndKill = async (
      study: ChaosStudy,
      folder: string,
      moment: () => Promise<unknown>,
    ): Promise<void> => {
      const command = spawn(
        process.execPath,
        [join(distFolder(), 'src/cli/main.js'), 'run', study.folder, '--results', folder],
        { env: commandEnvironment(environment(folder)), stdio: 'ignore' },
      );
      const gone = once(command, 'exit');
      await moment();
      command.kill('SIGKILL');
      await gone;
      await waitFor('the end of everything', () => processesNaming(folder).length === 0);
    };

    const expectGoodEnd = async (
      study: ChaosStudy,
      folder: string,
      table: string,
    ): Promise<void> => {
      const env = environment(folder);
      expect(readTable(await runToEnd(study, env))).toBe(table);
      expect(processesNaming(folder)).toEqual([]);
      const home = await startEmbeddedHome(folder, env);
      try {
        expectOnlyLostRunsAgain({ study, ledger: await home.readLedger(0) });
      } finally {
        await home.stop();
      }
    };

    it.each(casesOn(documentOnly, longForm ? holdPoints : payingPoints))(
      'at %s ends all processes, and the same command resumes it',
      async (point) => {
        const folder = join(root, point);
        const study = write(folder, point);
        const hold = createHoldFolder(join(folder, 'hold'));
        hold.arm(point);
        await runAndKill(study, folder, () => hold.reached(point));
        await expectGoodEnd(study, folder, undisturbed);
      },
    );

    // At each change the storm kills it at random moments.
    if (!longForm) return;

    it(`${kills} times at seeded random moments changes no byte of the table`, async () => {
      const writeLong = (folder: string, name: string, runSeconds: number): ChaosStudy =>
        writeChaosStudy(join(folder, 'study'), name, {
          runs,
          runsPerJob: runs / 3,
          runSeconds,
        });
      const quiet = join(root, 'quiet');
      const table = readTable(await runToEnd(writeLong(quiet, 'quiet', 0), environment(quiet)));

      const folder = join(root, 'often');
      const study = writeLong(folder, 'often', 3);
      const moments = createStream(momentsSeed, `command-line-${documentOnly}`);
      for (let kill = 0; kill < kills; kill += 1) {
        // From the start of the first program to well into the work.
        await runAndKill(study, folder, () => delay(1000 + 6000 * moments.uniform(kill)));
      }
      await expectGoodEnd(study, folder, table);
    }, 400_000);
  },
);
