/** Whether the ledger of effects has each job made and submitted once, and nothing that the records don't know. */
import type { LedgerEntry } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import { groupBy } from './group-by.ts';
import { jobWords, type KeptRecords } from './audited-study.ts';

type Effect = Extract<LedgerEntry, { kind: 'effect' }>;

export function auditEffects(records: KeptRecords, book: AuditBook): void {
  const { ledger, jobIds, specs } = records;
  const effects = ledger.filter((entry) => entry.kind === 'effect');
  const numberOf = new Map([...jobIds].map(([jobNumber, jobId]) => [jobId, jobNumber]));
  const numberOfTag = new Map([...specs].map(([jobNumber, { jobTag }]) => [jobTag, jobNumber]));
  const submits = byKey(effects, 'submit-job');
  book.count('jobs', jobIds.size);
  tellUnknown(effects, book);

  for (const [jobTag, entries] of byKey(effects, 'create-job')) {
    const jobNumber = numberOfTag.get(jobTag);
    if (jobNumber === undefined) {
      book.tell('missing', `job tag ${jobTag}`, 'was created by the ledger, but no job has it');
      continue;
    }
    auditCreates(jobNumber, jobIds.get(jobNumber), entries, submits, book);
  }
  for (const [jobId, entries] of submits) {
    const jobNumber = numberOf.get(jobId);
    auditIdsOfSubmit(jobId, entries, book);
    if (jobNumber === undefined) {
      book.tell(
        'not-accounted',
        `job ${jobId}`,
        `was submitted at ${timesOf(entries)}, but it is no job of the study's records`,
      );
    } else auditSubmits(jobWords(jobNumber, jobId), entries, book);
  }
  for (const outcomes of records.attempts) {
    const begun = outcomes.find(({ startedAt }) => startedAt !== undefined);
    const jobId = begun && jobIds.get(begun.jobNumber);
    if (begun === undefined || jobId === undefined || submits.has(jobId)) continue;
    book.tell(
      'not-accounted',
      jobWords(begun.jobNumber, jobId),
      `run ${begun.run} of it began at ${begun.startedAt ?? ''}, but the ledger has no submit`,
    );
  }
}

/** Effects that a study has on its platform. */
const known: ReadonlySet<string> = new Set([
  'create-job',
  'submit-job',
  'create-cluster',
  'end-cluster',
]);

/** What is called otherwise is compared with nothing. */
function tellUnknown(effects: readonly Effect[], book: AuditBook): void {
  for (const { what, effect, key, at } of effects) {
    if (known.has(what)) continue;
    const told = `has an effect "${what}" (${effect}) in the ledger at ${at}, which doeflow does not make`;
    book.tell('not-accounted', key, told);
  }
}

function auditCreates(
  jobNumber: number,
  kept: string | undefined,
  entries: readonly Effect[],
  submits: ReadonlyMap<string, unknown>,
  book: AuditBook,
): void {
  const made = new Set(entries.flatMap(({ platformId }) => platformId ?? []));
  const subject = jobWords(jobNumber, kept);
  if (kept === undefined && made.size > 0) {
    book.tell(
      'missing',
      subject,
      `was created as ${[...made].join(', ')}, but its record is missing`,
    );
  }
  // One that was submitted is told as such.
  const further = [...made].filter((id) => id !== kept && !submits.has(id));
  if (kept !== undefined && further.length > 0) {
    book.note(
      `${subject}: ${further.join(', ')} ${further.length === 1 ? 'was' : 'were'} created too, and by the study’s ledger never submitted: then no cost`,
    );
  }
}

/** A submit names its job twice: as what the entries are about, and as what the platform was sent. */
function auditIdsOfSubmit(jobId: string, entries: readonly Effect[], book: AuditBook): void {
  for (const { effect, at, platformId } of entries) {
    if (platformId === undefined || platformId === jobId) continue;
    book.tell(
      'contradiction',
      `job ${jobId}`,
      `its submit in the ledger (${effect}, ${at}) names the platform's job ${platformId}`,
    );
  }
}

function auditSubmits(subject: string, entries: readonly Effect[], book: AuditBook): void {
  const sent = entries.filter(({ effect }) => effect === 'sent');
  // A submit whose answer was lost is confirmed by the look that found it.
  const isFound = sent.length === 0 && entries.some(({ effect }) => effect === 'found');
  book.count('submits', isFound ? 1 : sent.length);
  if (isFound) book.count('submitsFound');
  if (sent.length > 1) {
    book.tell('paid-twice', subject, `was submitted ${sent.length} times: ${timesOf(sent)}`);
  }
  const intents = entries.filter(({ effect }) => effect === 'intent').length;
  if (intents > Math.max(1, sent.length)) {
    const confirmed = isFound ? '1, found by a later look' : sent.length;
    book.note(
      `${subject}: its submit was tried ${intents} times, as answers were lost; the platform confirmed ${confirmed}`,
    );
  }
}

function timesOf(entries: readonly Effect[]): string {
  return entries.map(({ at }) => at).join(', ');
}

function byKey(effects: readonly Effect[], what: string): Map<string, Effect[]> {
  return groupBy(
    effects.filter((entry) => entry.what === what),
    ({ key }) => key,
  );
}
