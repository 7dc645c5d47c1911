import type { LedgerEntry } from '../store/index.ts';

/** The platform's ids of all jobs that a study's ledger of effects names: `made` those that it has created or submitted, `submitted` those that it has at least tried to submit. */
export function idsOfLedger(ledger: readonly LedgerEntry[]): {
  readonly made: ReadonlySet<string>;
  readonly submitted: ReadonlySet<string>;
} {
  const made = new Set<string>();
  const submitted = new Set<string>();
  for (const entry of ledger) {
    if (entry.kind !== 'effect') continue;
    if (entry.what === 'create-job' && entry.platformId !== undefined) made.add(entry.platformId);
    if (entry.what !== 'submit-job') continue;
    made.add(entry.key);
    submitted.add(entry.key);
  }
  return { made, submitted };
}

/** Ids of the clusters that the ledger of effects has as made. */
export function clustersOfLedger(ledger: readonly LedgerEntry[]): readonly string[] {
  return ledger.flatMap((entry) =>
    entry.kind === 'effect' && entry.what === 'create-cluster' ? (entry.platformId ?? []) : [],
  );
}
