import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesNaming } from '../kit/orphans.ts';
import { longForm } from '../kit/test-form.ts';
import { writeChaosStudy, type ChaosStudy } from './chaos-study.ts';
import { startEmbeddedHome, type EmbeddedHome } from './embedded-home.ts';
import { filesHolding } from './find-bytes.ts';
import { createHoldFolder, holdPoints, payingPoints, type HoldFolder } from './hold-folder.ts';
import { expectEachRunOnce } from './judge-study.ts';
import { casesOn, platformModes } from './platform-modes.ts';
import { runDisturbed } from './run-disturbed.ts';

const programs = ['worker', 'platform', 'temporal'] as const;
/** At each change the worker at all of them, the other programs where it costs. */
const cases = holdPoints.flatMap((point) =>
  programs
    .filter((program) => longForm || program === 'worker' || payingPoints.includes(point))
    .map((program) => [program, point] as const),
);

describe.each(platformModes)('kill -9 at a named point, on a platform %s,', (_, documentOnly) => {
  let folder: string;
  let home: EmbeddedHome;
  let hold: HoldFolder;
  let undisturbed: string;
  const said: string[] = [];

  const write = (name: string): ChaosStudy =>
    writeChaosStudy(join(folder, name), name, { runs: 8, runsPerJob: 4, runSeconds: 0.1 });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doeflow-chaos-'));
    hold = createHoldFolder(join(folder, 'hold'));
    home = await startEmbeddedHome(folder, {
      DOEFLOW_HOLD_DIR: join(folder, 'hold'),
      DOEFLOW_LOCAL_DOCUMENT_ONLY: documentOnly,
      DOEFLOW_LOCAL_SPEED: '20',
    });
    const study = write('undisturbed');
    const { table, ledger } = await runDisturbed(home, study, () => Promise.resolve());
    expectEachRunOnce({ study, ledger });
    undisturbed = table;
  });

  afterAll(async () => {
    await home.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each(casesOn(documentOnly, cases))(
    'of the %s at %s loses nothing and repeats nothing',
    async (program, point) => {
      const study = write(`${program}-${point}`);
      hold.arm(point);
      const { table, ledger, end } = await runDisturbed(home, study, async () => {
        await hold.reached(point);
        await home.kill(program);
        hold.letGo(point);
      });
      said.push(end.stdout, end.stderr);
      expect(table).toBe(undisturbed);
      expectEachRunOnce({ study, ledger });
    },
  );

  it('leaves the token in no log, table, history or database, and no process', async () => {
    await home.stop();
    expect(processesNaming(folder)).toEqual([]);
    expect(filesHolding(folder, home.platformToken)).toEqual([
      join(folder, 'home', 'platform-token'),
    ]);
    expect(said.filter((text) => text.includes(home.platformToken))).toEqual([]);
  });
});
