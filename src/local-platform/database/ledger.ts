import type { PlatformDatabase } from './connection.ts';

/**
 * The kinds of effect that the ledger lists. `job submitted again` stands for a submit that was refused, as the job had been
 * submitted; `run lost` and `run restarted` tell a dead runner's repeats from all others, `job rebuilt`
 * a job whose rows were rebuilt from its folder.
 */
export type LedgerKind =
  | 'job created'
  | 'job submitted'
  | 'job submitted again'
  | 'job changed'
  | 'job ended'
  | 'job deleted'
  | 'job rebuilt'
  | 'run started'
  | 'run restarted'
  | 'run lost'
  | 'run ended'
  | 'file stored'
  | 'file deleted'
  | 'cluster created'
  | 'cluster started'
  | 'cluster stopped'
  | 'fields assigned'
  | 'field written'
  | 'fault fired';

/** One effect, in the order of commit. `subject` is the id of the job, file or cluster. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: number;
  readonly kind: LedgerKind;
  readonly subject: string;
  readonly run: number | null;
  readonly detail: unknown;
}

/** Appends one effect; call it inside the write that makes the effect. */
export function appendToLedger(
  database: PlatformDatabase,
  at: number,
  kind: LedgerKind,
  subject: string,
  detail: unknown = {},
  run: number | null = null,
): void {
  database.run(
    'INSERT INTO ledger (at, kind, subject, run, detail) VALUES (?, ?, ?, ?, ?)',
    ...[at, kind, subject, run, JSON.stringify(detail)],
  );
}

/** The entries after a sequence number, oldest first, at most `limit`. */
export function readLedger(
  database: PlatformDatabase,
  after: number,
  limit: number,
): readonly LedgerEntry[] {
  return database
    .all('SELECT * FROM ledger WHERE seq > ? ORDER BY seq LIMIT ?', after, limit)
    .map((row) => ({
      seq: Number(row['seq']),
      at: Number(row['at']),
      kind: String(row['kind']) as LedgerKind,
      subject: String(row['subject']),
      run: row['run'] === null ? null : Number(row['run']),
      detail: JSON.parse(String(row['detail'])) as unknown,
    }));
}
