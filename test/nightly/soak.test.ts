/** One home for half an hour: study after study, while each of its programs is killed again and again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStream } from '../../src/distributions/index.ts';
import { writeChaosStudy, type ChaosStudy } from '../chaos/chaos-study.ts';
import { startEmbeddedHome, type EmbeddedHome } from '../chaos/embedded-home.ts';
import { expectOnlyLostRunsAgain } from '../chaos/judge-study.ts';
import { runDisturbed, untilBegun } from '../chaos/run-disturbed.ts';
import { processesNaming } from '../kit/orphans.ts';
import { momentsSeed } from '../kit/test-form.ts';

const minutes = Number(process.env['DOEFLOW_TEST_SOAK_MINUTES'] ?? 30);
const programs = ['worker', 'platform', 'runner', 'temporal'] as const;

let folder: string;
let home: EmbeddedHome;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-soak-'));
  home = await startEmbeddedHome(folder, { DOEFLOW_LOCAL_SPEED: '20' });
});

afterAll(async () => {
  await home.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const write = (name: string): ChaosStudy =>
  writeChaosStudy(join(folder, name), name, { runs: 48, runsPerJob: 8, runSeconds: 0.5 });

it(
  `changes no byte of a table in ${minutes} minutes, and leaves no process`,
  async () => {
    const { table: undisturbed } = await runDisturbed(home, write('undisturbed'), async () => {});
    const begun = performance.now();
    let rounds = 0;
    let kills = 0;
    while (performance.now() - begun < minutes * 60_000) {
      rounds += 1;
      const study = write(`round-${rounds}`);
      const moments = createStream(momentsSeed, `soak-${rounds}`);
      const { table, ledger } = await runDisturbed(home, study, async (ended, before) => {
        await untilBegun(home, before, ended);
        for (let kill = 0; !ended.aborted; kill += 1) {
          await delay(200 + 3000 * moments.uniform(2 * kill));
          const program = programs[Math.floor(programs.length * moments.uniform(2 * kill + 1))];
          if (ended.aborted || program === undefined) continue;
          await home.kill(program);
          kills += 1;
        }
      });
      expect(table).toBe(undisturbed);
      expectOnlyLostRunsAgain({ study, ledger });
    }
    expect(kills).toBeGreaterThanOrEqual(rounds);
    console.log(`${rounds} studies, ${kills} kills`);
    await home.stop();
    expect(processesNaming(folder)).toEqual([]);
  },
  (minutes + 10) * 60_000,
);
