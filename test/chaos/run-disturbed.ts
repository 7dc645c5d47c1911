import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * Runs a study while `disturb` does its work; returns when both have ended. Its signal aborts when the study has ended.
 * @throws Error with what the command said when it ended other than well.
 */
export async function runDisturbed(
  home: EmbeddedHome,
  study: ChaosStudy,
  disturb: (ended: AbortSignal) => Promise<void>,
): Promise<DisturbedEnd> {
  const before = (await home.readLedger(0)).at(-1)?.seq ?? 0;
  const ended = new AbortController();
  const [run, disturbance] = await Promise.allSettled([
    runToEnd(study, home.env).finally(() => ended.abort()),
    disturb(ended.signal),
  ]);
  if (run.status === 'rejected') throw run.reason;
  if (disturbance.status === 'rejected') throw disturbance.reason;
  return {
    end: run.value,
    table: readTable(run.value),
    ledger: await home.readLedger(before),
  };
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
