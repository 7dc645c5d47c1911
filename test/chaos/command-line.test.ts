import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distFolder } from '../kit/dist-folder.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { commandEnvironment } from '../studies/run-study.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { startEmbeddedHome } from './embedded-home.ts';
import { createHoldFolder, holdPoints } from './hold-folder.ts';
import { expectOnlyLostRunsAgain } from './judge-study.ts';
import { platformModes } from './platform-modes.ts';
import { readTable, runToEnd } from './run-disturbed.ts';

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

    it.each(holdPoints)(
      'at %s ends all processes, and the same command goes on where it stood',
      async (point) => {
        const folder = join(root, point);
        const study = write(folder, point);
        const env = environment(folder);
        const hold = createHoldFolder(join(folder, 'hold'));
        hold.arm(point);

        const first = spawn(
          process.execPath,
          [join(distFolder(), 'src/cli/main.js'), 'run', study.folder, '--results', folder],
          { env: commandEnvironment(env), stdio: 'ignore' },
        );
        const gone = once(first, 'exit');
        await hold.reached(point);
        first.kill('SIGKILL');
        await gone;
        await waitFor('the end of everything', () => processesNaming(folder).length === 0);

        expect(readTable(await runToEnd(study, env))).toBe(undisturbed);
        expect(processesNaming(folder)).toEqual([]);
        const home = await startEmbeddedHome(folder, env);
        try {
          expectOnlyLostRunsAgain({ study, ledger: await home.readLedger(0) });
        } finally {
          await home.stop();
        }
      },
    );
  },
);
