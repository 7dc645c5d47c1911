/** Occurrences of one study in a store of its own, whose outcomes are written as a finished study leaves them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { closeRecurrence } from '../../../activities/recurrence/close-recurrence.ts';
import { prepareRecurrence } from '../../../activities/recurrence/prepare-recurrence.ts';
import { createStudyCache } from '../../../activities/study-cache.ts';
import type { ActivityDependencies } from '../../../activities/dependencies.ts';
import { loadPlan } from '../../../src/cli/load-plan.ts';
import { takeStudy } from '../../../src/cli/schedules/take-study.ts';
import { recurrenceLayout, type NotifySettings } from '../../../src/recurrence/index.ts';
import type { RecurrenceResult } from '../../../src/run/archive-contract.ts';
import type { OutcomeValue } from '../../../src/run/run-outcome.ts';
import { layout, openStore, writeManifest, type Store } from '../../../src/store/index.ts';
import { writeDesignTable } from '../../../src/tables/index.ts';

export const schedule = 'nightly';

/** Values of one run, or that it failed. */
export type GivenRun = Readonly<Record<string, OutcomeValue>> | 'failed';

export interface Occurrences {
  readonly store: Store;
  readonly results: string;
  readonly dependencies: ActivityDependencies;
  /** Takes the study file anew, with other levels of `x`. */
  order(options?: { readonly notify?: NotifySettings; readonly levels?: string }): Promise<void>;
  /** Prepares the occurrence of a day and leaves the outcomes of its runs. @returns the id of its study */
  leave(day: number, runs: readonly GivenRun[]): Promise<string>;
  /** {@link leave}, then closes the occurrence. */
  come(day: number, runs: readonly GivenRun[], state?: string): Promise<RecurrenceResult>;
}

export function passTimeOfDay(day: number): string {
  return `2026-03-${String(day).padStart(2, '0')}T03:00:00.000Z`;
}

/** A store with an order of the study `beam`: two runs, tolerance 10 % of `y`. */
export async function openOccurrences(): Promise<Occurrences> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-occurrences-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore(join(folder, 'store'));
  const results = join(folder, 'results');
  let clock = new Date(passTimeOfDay(5));
  const dependencies = {
    store,
    studyCache: createStudyCache(store),
    engineVersion: '0.1.0',
    // As if each occurrence began at once; the next day is still to come.
    now: () => clock,
  } as unknown as ActivityDependencies;
  const occurrences: Occurrences = {
    store,
    results,
    dependencies,
    async order({ notify = {}, levels = '1, 2' } = {}) {
      const place = join(folder, 'study');
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, 'study.yaml'), studyFile(levels));
      const study = await takeStudy(store, await loadPlan(place), {
        kind: 'configured',
        baseUrl: 'https://platform.example.com/',
      });
      await store.standingOrder('recurrences', schedule).write(recurrenceLayout.order, {
        formatVersion: 1,
        name: schedule,
        createdAt: '2026-01-01T00:00:00.000Z',
        takenAt: '2026-01-01T00:00:00.000Z',
        engineVersion: '0.1.0',
        study,
        results,
        timing: { cron: '0 3 * * *', timezone: 'UTC', catchupMs: 3_600_000, jitterMs: 0 },
        overlap: 'skip',
        notify,
      });
    },
    async leave(day, runs) {
      const passTime = passTimeOfDay(day);
      clock = new Date(passTime);
      const { studyId } = await prepareRecurrence(dependencies, { schedule, passTime });
      const { study, plan } = await dependencies.studyCache.get(studyId);
      const kept = store.study(studyId);
      await kept.remove(layout.starting);
      await kept.write(layout.checkpoint, { jobs: 1 });
      await kept.write(
        layout.outcomes(1),
        runs.map((values, index) => ({
          ...{ run: index + 1, attempt: 1, jobNumber: 1 },
          status: values === 'failed' ? ('Failed' as const) : ('Done' as const),
          values: values === 'failed' ? {} : values,
        })),
      );
      await writeDesignTable(kept.sink(layout.designTable), study, plan);
      await kept.write(layout.summary, { schemaVersion: 1, notes: ['of the study'] });
      await writeManifest(kept, { studyId });
      return studyId;
    },
    async come(day, runs, state = 'Finished') {
      const studyId = await occurrences.leave(day, runs);
      const passTime = passTimeOfDay(day);
      return closeRecurrence(dependencies, { schedule, passTime, studyId, state });
    },
  };
  await occurrences.order();
  return occurrences;
}

function studyFile(levels: string): string {
  return `name: beam
variables:
  - { name: x, type: Param, values: [${levels}] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: test \${x}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1 }
regression: { tolerances: { y: { rel: 0.1 } } }
`;
}
