import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ChaosStudy } from './chaos-study.ts';

/** One effect that the platform committed. */
export interface LedgerEntry {
  readonly seq: number;
  readonly kind: string;
  /** Id of the job, file or cluster. */
  readonly subject: string;
  readonly run: number | null;
}

/** What a study did to the platform, against what it was meant to. */
export interface Judgement {
  readonly study: ChaosStudy;
  /** Effects since the study began; no other study ran meanwhile. */
  readonly ledger: readonly LedgerEntry[];
}

/**
 * Expects that each run was executed once by the platform's own book and by the runs' own word, each job submitted once, and no
 * job made beyond those.
 */
export function expectEachRunOnce({ study, ledger }: Judgement): void {
  expectNoSecondJob({ study, ledger });
  expect(ledger.filter(({ kind }) => kind === 'run lost' || kind === 'run restarted')).toEqual([]);
  const started = ledger.filter(({ kind }) => kind === 'run started');
  expect(new Set(started.map(({ subject, run }) => `${subject}/${run}`)).size).toBe(study.runs);
  expect(started).toHaveLength(study.runs);
  const executions = executionsOf(study);
  expect(executions).toHaveLength(study.runs);
  expect(new Set(executions).size).toBe(study.runs);
}

/**
 * Where the runner itself died too: expects that runs were executed again only where the ledger says that their execution was lost.
 */
export function expectOnlyLostRunsAgain({ study, ledger }: Judgement): void {
  expectNoSecondJob({ study, ledger });
  const keys = (kind: string): string[] =>
    ledger.filter((entry) => entry.kind === kind).map(({ subject, run }) => `${subject}/${run}`);
  expect(new Set(keys('run started')).size).toBe(study.runs);
  const lost = keys('run lost');
  for (const again of keys('run restarted')) expect(lost).toContain(again);
  const executions = executionsOf(study);
  expect(new Set(executions).size).toBe(study.runs);
  // One that was killed before its first line leaves none.
  expect(executions.length).toBeLessThanOrEqual(study.runs + lost.length);
}

/** Expects that each job was created once and submitted once. */
export function expectNoSecondJob({ study, ledger }: Judgement): void {
  const subjects = (kind: string): string[] =>
    ledger.filter((entry) => entry.kind === kind).map(({ subject }) => subject);
  expect(subjects('job created')).toHaveLength(study.jobs);
  const submitted = subjects('job submitted');
  expect(submitted).toHaveLength(study.jobs);
  expect(new Set(submitted).size).toBe(study.jobs);
  // The platform refuses a second submit: that it came at all is the fault.
  expect(subjects('job submitted again')).toEqual([]);
}

function executionsOf(study: ChaosStudy): readonly string[] {
  return readFileSync(study.executions, 'utf8').trim().split('\n');
}
