import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { momentsSeed } from '../kit/test-form.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { startEmbeddedHome, type EmbeddedHome } from './embedded-home.ts';
import { expectEachRunOnce, expectOnlyLostRunsAgain } from './judge-study.ts';
import { casesOn, platformModes } from './platform-modes.ts';
import { runDisturbed, untilBegun } from './run-disturbed.ts';

const programs = ['worker', 'platform', 'runner', 'temporal'] as const;
const kills = 10;

describe.each(platformModes)(
  `kill -9 ${kills} times at seeded random moments, on a platform %s,`,
  (_, documentOnly) => {
    let folder: string;
    let home: EmbeddedHome;
    let undisturbed: string;

    const write = (name: string): ChaosStudy =>
      writeChaosStudy(join(folder, name), name, { runs: 24, runsPerJob: 8, runSeconds: 0.4 });

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'doeflow-chaos-'));
      home = await startEmbeddedHome(folder, {
        DOEFLOW_LOCAL_DOCUMENT_ONLY: documentOnly,
        DOEFLOW_LOCAL_SPEED: '20',
      });
      const study = write('undisturbed');
      undisturbed = (await runDisturbed(home, study, () => Promise.resolve())).table;
    });

    afterAll(async () => {
      await home.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    it.each(casesOn(documentOnly, programs))(
      'of the %s changes no byte of the table',
      async (program) => {
        const study = write(`often-${program}`);
        const moments = createStream(momentsSeed, `${program}-${documentOnly}`);
        const { table, ledger } = await runDisturbed(home, study, async (ended, before) => {
          await untilBegun(home, before, ended);
          for (let kill = 0; kill < kills && !ended.aborted; kill += 1) {
            await delay(100 + 1100 * moments.uniform(kill));
            if (!ended.aborted) await home.kill(program);
          }
        });
        expect(table).toBe(undisturbed);
        if (program === 'runner') expectOnlyLostRunsAgain({ study, ledger });
        else expectEachRunOnce({ study, ledger });
      },
      300_000,
    );
  },
);
