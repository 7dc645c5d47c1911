/**
 * Outputs, expressions and findings that are amended while programs are killed within the amendment: the study has them once, by itself, with the table of
 * one that was amended undisturbed, and no run is paid for again.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { createStream } from '../../src/distributions/index.ts';
import { waitFor } from '../kit/processes.ts';
import { momentsSeed } from '../kit/test-form.ts';
import { doeflow } from '../studies/run-study.ts';
import { amendUnderKills, type Kill, type Victim } from './amend-under-kills.ts';
import { writeAmendedStudy, writeAmendment, type Reading } from './amended-study.ts';
import type { ChaosStudy } from './chaos-study.ts';
import { startEmbeddedHome, type EmbeddedHome } from './embedded-home.ts';
import { expectOnlyLostRunsAgain } from './judge-study.ts';
import { platformModes } from './platform-modes.ts';

/** In an order of the seed. */
const order = createStream(momentsSeed, 'victims');
const victims = (['worker', 'platform', 'temporal', 'supervisor', 'command line'] as const)
  .map((victim, index) => ({ victim, place: order.uniform(index) }))
  .sort((one, other) => one.place - other.place)
  .map(({ victim }) => victim);
/** Those that are killed within one amendment, one after the other. */
const rounds = [victims.slice(0, 3), victims.slice(3)].map(
  (round): readonly [names: string, round: readonly Victim[]] => [round.join(', '), round],
);

/** What the two kinds of studies run on: seeds that follow each other change places. */
const [modeOfFinished, modeOfRunning] =
  momentsSeed % 2 === 0 ? platformModes : ([platformModes[1], platformModes[0]] as const);

/** The longest test, with all that waits within it. */
const patienceMs = 400_000;

describe.each([
  ['finished', ...modeOfFinished],
  ['runs', ...modeOfRunning],
])(
  'outputs of a study that %s, amended under kills, on a platform %s:',
  (kind, _, documentOnly) => {
    let folder: string;
    let home: EmbeddedHome;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'doeflow-chaos-'));
      home = await startEmbeddedHome(folder, {
        DOEFLOW_LOCAL_DOCUMENT_ONLY: documentOnly,
        DOEFLOW_LOCAL_SPEED: '20',
      });
    });

    afterAll(async () => {
      await home.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const asJson = async <T>(...args: readonly string[]): Promise<T> => {
      const { exitCode, stdout, stderr } = await doeflow([...args, '--json'], home.env);
      expect([0, 3], stderr).toContain(exitCode);
      return JSON.parse(stdout) as T;
    };
    /** `run` returns at the end of the study, `start` at once. */
    const begin = async (verb: 'run' | 'start', { folder: place }: ChaosStudy): Promise<string> => {
      const results = ['--results', join(folder, 'results')];
      return (await asJson<{ studyId: string }>(verb, place, ...results)).studyId;
    };
    const read = (studyId: string, file: string): string =>
      readFileSync(join(folder, 'results', studyId, file), 'utf8');
    const lastEffect = async (): Promise<number> => (await home.readLedger(0)).at(-1)?.seq ?? 0;

    /** @returns how many programs were killed, and how long it took */
    const amend = async (studyId: string, changed: string, kills: readonly Kill[]) => {
      const begun = Date.now();
      const at = { home: join(folder, 'home'), env: home.env };
      const { end, killed } = await amendUnderKills(at, [studyId, changed], kills);
      expect([0, 3], end.stderr).toContain(end.exitCode);
      return { killed, tookMs: Date.now() - begun };
    };
    /** The kills of a round, at random moments within this time. */
    const killsOf = (round: readonly Victim[], withinMs: number): readonly Kill[] => {
      const moments = createStream(momentsSeed, `${kind}-${round.join()}`);
      return round.map((victim, turn) => ({ victim, afterMs: withinMs * moments.uniform(turn) }));
    };

    /** Tells of this many amendments, each once, and its audit is clean. */
    const expectAmended = async (studyId: string, times: number): Promise<void> => {
      type Revisions = readonly { readonly revision: number }[];
      const status = await asJson<{ amendments: Revisions }>('status', studyId);
      const manifest = JSON.parse(read(studyId, 'manifest.json')) as { revisions: Revisions };
      const numbers = Array.from({ length: times }, (_one, index) => index + 2);
      for (const told of [status.amendments, manifest.revisions]) {
        expect(told.map(({ revision }) => revision)).toEqual(numbers);
      }
      const report = await asJson<AuditReport>('verify', studyId);
      expect(report.faults).toEqual([]);
      expect(report).toMatchObject({ clean: true });
    };

    if (kind === 'finished') {
      const undisturbed = new Map<Reading, string>();
      let takesMs = 0;
      let study: ChaosStudy;
      let studyId: string;
      let amendments = 0;
      let killed = 0;

      beforeAll(async () => {
        const quiet = writeAmendedStudy(join(folder, 'quiet'), 'quiet', 0);
        const id = await begin('run', quiet);
        for (const reading of ['even', 'odd'] as const) {
          takesMs = (await amend(id, writeAmendment(quiet, 'quiet', reading), [])).tookMs;
          undisturbed.set(reading, read(id, 'results.csv'));
        }
        study = writeAmendedStudy(join(folder, 'disturbed'), 'disturbed', 0);
        studyId = await begin('run', study);
      });

      it.each(rounds)(
        '%s: it has them once, and nothing is run',
        async (_names, round) => {
          const reading = amendments % 2 === 0 ? 'even' : 'odd';
          const before = await lastEffect();
          const changed = writeAmendment(study, 'disturbed', reading);
          killed += (await amend(studyId, changed, killsOf(round, takesMs * 0.7))).killed;
          amendments += 1;
          expect(read(studyId, 'results.csv')).toBe(undisturbed.get(reading));
          await expectAmended(studyId, amendments);
          const effects = (await home.readLedger(before)).map(({ kind: what }) => what);
          expect(
            effects.filter((what) => /^(?:job created|job submitted|run )/u.test(what)),
          ).toEqual([]);
        },
        patienceMs,
      );

      it('was disturbed', () => {
        expect(killed).toBeGreaterThanOrEqual(rounds.length);
      });
      return;
    }

    /** Without the column that says by which revision each run was submitted, as soon as there are several: that is another time each time. */
    const tableOf = (studyId: string): string => {
      const rows = read(studyId, 'results.csv')
        .split('\n')
        .map((line) => line.split(','));
      const column = rows[0]?.indexOf('revision') ?? -1;
      return rows.map((cells) => cells.filter((_cell, at) => at !== column).join()).join('\n');
    };
    /** A study of which a part is collected, and what it is to be amended to. */
    const beginAndWait = async (name: string) => {
      const study = writeAmendedStudy(join(folder, name), name, 1.5);
      const studyId = await begin('start', study);
      await waitFor('collected runs', async () => {
        const { runs } = await asJson<{ runs: { done: number; failed: number } }>(
          'status',
          studyId,
        );
        return runs.done + runs.failed > 0;
      });
      return { study, studyId, changed: writeAmendment(study, name, 'even') };
    };
    let undisturbed: string;
    let takesMs: number;

    beforeAll(async () => {
      const { studyId, changed } = await beginAndWait('quiet');
      takesMs = (await amend(studyId, changed, [])).tookMs;
      undisturbed = tableOf(studyId);
    });

    it.each(rounds)(
      '%s: it ends by itself as it was amended, each run paid once',
      async (names, round) => {
        const before = await lastEffect();
        const { study, studyId, changed } = await beginAndWait(names.replaceAll(/\W+/gu, '-'));
        // It follows the study to its end: by the middle it has read all anew.
        await amend(studyId, changed, killsOf(round, takesMs / 2));
        expect(tableOf(studyId)).toBe(undisturbed);
        await expectAmended(studyId, 1);
        expectOnlyLostRunsAgain({ study, ledger: await home.readLedger(before) });
      },
      patienceMs,
    );
  },
);
