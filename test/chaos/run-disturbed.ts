import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../kit/processes.ts';
import { doeflow, type CommandEnd } from '../studies/run-study.ts';
import type { ChaosStudy } from './chaos-study.ts';
import type { EmbeddedHome } from './embedded-home.ts';
import type { LedgerEntry } from './judge-study.ts';

/** How a disturbed study ended. */
export interface DisturbedEnd {
  readonly end: CommandEnd;
  /** Text of results.csv. */
  readonly table: string;
  /** Effects since the study began; no other study ran meanwhile. */
  readonly ledger: readonly LedgerEntry[];
}

/**
 * Runs a study while `disturb` does its work; returns when both have ended. `disturb` is given a signal that aborts when the study has
 * ended, and the sequence number of the last effect before it.
 * @throws Error with what the command said when it ended other than well.
 */
export async function runDisturbed(
  home: EmbeddedHome,
  study: ChaosStudy,
  disturb: (ended: AbortSignal, before: number) => Promise<void>,
): Promise<DisturbedEnd> {
  const before = (await home.readLedger(0)).at(-1)?.seq ?? 0;
  const ended = new AbortController();
  const [run, disturbance] = await Promise.allSettled([
    runToEnd(study, home.env).finally(() => ended.abort()),
    disturb(ended.signal, before),
  ]);
  if (run.status === 'rejected') throw run.reason;
  if (disturbance.status === 'rejected') throw disturbance.reason;
  return {
    end: run.value,
    table: readTable(run.value),
    ledger: await home.readLedger(before),
  };
}

/** Waits for the first effect of a study: before it has started, it is refused where a part isn't there. Also returns when it has ended. */
export async function untilBegun(
  home: EmbeddedHome,
  before: number,
  ended: AbortSignal,
): Promise<void> {
  await waitFor(
    'the first effect of the study',
    async () => ended.aborted || (await home.readLedger(before)).length > 0,
  );
}

/** `doeflow run` of the study, its results beside it. */
export async function runToEnd(
  study: ChaosStudy,
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const results = join(study.folder, 'results');
  const end = await doeflow(['run', study.folder, '--results', results, '--json'], env);
  if (end.exitCode !== 0) {
    throw new Error(`Expected the study to end with 0, got ${end.exitCode}:\n${end.stderr}`);
  }
  return end;
}

/** The text of results.csv where the command said that it is. */
export function readTable(end: CommandEnd): string {
  const { resultsDir } = JSON.parse(end.stdout) as { resultsDir: string };
  return readFileSync(join(resultsDir, 'results.csv'), 'utf8');
}
