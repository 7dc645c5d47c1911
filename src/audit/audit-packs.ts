/** Whether the packs in which short files of runs lie are as they were written: each damage is told once, with what it has taken. */
import type { RunOutcome } from '../run/run-outcome.ts';
import { createPackReader, layout, type OpenPack, type PackReader } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { KeptRecords } from './audited-study.ts';
import { noFile } from './fault-of-file.ts';

/** What came of it. */
export interface AuditedPacks {
  readonly packs: PackReader;
  /** Attempts of which a packed file can't be had as it was collected. */
  readonly damaged: ReadonlySet<RunOutcome>;
}

/** Files of a pack that are named in one fault. */
const mostNamed = 5;

/** Reads all packs that outcomes name. */
export async function auditPacks(
  { folder, attempts }: Pick<KeptRecords, 'folder' | 'attempts'>,
  book: AuditBook,
  signal?: AbortSignal,
): Promise<AuditedPacks> {
  const packs = createPackReader(folder);
  const damaged = new Set<RunOutcome>();
  const byPack = new Map<string, RunOutcome[]>();
  for (const outcome of attempts.flat()) {
    if (outcome.pack === undefined) continue;
    const of = byPack.get(outcome.pack);
    if (of === undefined) byPack.set(outcome.pack, [outcome]);
    else of.push(outcome);
  }
  const plain = new Set(byPack.size === 0 ? [] : (await folder.list(layout.allPacks)).objects);
  for (const [name, outcomes] of byPack) {
    signal?.throwIfAborted();
    const subject = layout.pack(name).name;
    const pack = await book.guard(() => packs.open(name));
    const lost: string[] = [];
    for (const outcome of outcomes) {
      const paths = Object.keys(outcome.files ?? {});
      const intact = pack === undefined ? undefined : await packs.read(outcome);
      for (const path of paths) {
        book.count('files');
        book.count('bytes', intact?.get(path)?.length ?? 0);
        if (intact?.has(path) !== true) lost.push(`${attemptWords(outcome)}: ${path}`);
      }
      if (intact === undefined || intact.size < paths.length) damaged.add(outcome);
    }
    // One that can't be opened at all was told by the guard.
    if (pack === undefined) continue;
    const isLink = !plain.has(subject.slice(layout.allPacks.prefix.length));
    const kind = pack.fault?.kind ?? 'changed';
    const words = pack.fault?.words ?? (isLink ? noFile : undefined);
    if (words === undefined && lost.length === 0) continue;
    const cause = words ?? 'it is as it was written, but the outcomes name other contents';
    book.tell(kind, subject, `${cause}; ${whatIsLost(lost)}`);
    noteForeign(subject, pack, outcomes, book);
  }
  return { packs, damaged };
}

/** Entries of a pack that was changed which no outcome names, whatever their paths: they are never read, nor written anywhere. */
function noteForeign(
  subject: string,
  { files }: OpenPack,
  outcomes: readonly RunOutcome[],
  book: AuditBook,
): void {
  const named = new Map(outcomes.map((one) => [`${one.run}/${one.attempt}`, one.files ?? {}]));
  const foreign = files.filter(
    ({ run, attempt, path }) => !Object.hasOwn(named.get(`${run}/${attempt}`) ?? {}, path),
  );
  const [first] = foreign;
  if (first === undefined) return;
  const which = `run ${first.run}, attempt ${first.attempt}: ${JSON.stringify(first.path)}`;
  book.note(
    `${subject} has ${foreign.length} files that no outcome names (${which} the first): nothing reads them`,
  );
}

function whatIsLost(lost: readonly string[]): string {
  if (lost.length === 0)
    return 'all files that outcomes name in it are as they were collected: put it back from a backup';
  const more = lost.length > mostNamed ? `, and ${lost.length - mostNamed} more` : '';
  return `not as collected: ${lost.slice(0, mostNamed).join('; ')}${more}: put it back from a backup, or have these runs run again`;
}

/** What lies among the packs in the store and no outcome names. */
export async function noteStrangePacks(
  { folder, attempts, end }: Pick<KeptRecords, 'folder' | 'attempts' | 'end'>,
  book: AuditBook,
): Promise<void> {
  const named = new Set(attempts.flat().map(({ pack }) => pack && layout.pack(pack).name));
  const { prefix } = layout.allPacks;
  const { objects, folders, others = [] } = await folder.list(layout.allPacks);
  for (const name of [...folders, ...others])
    if (!named.has(`${prefix}${name}`))
      book.note(
        `${prefix}${name} in the store is no pack: it was put there, and isn't looked into`,
      );
  // Of a study under way the outcomes that name it may be on their way.
  if (end === 'open') return;
  for (const name of objects)
    if (!named.has(`${prefix}${name}`))
      book.note(
        `${prefix}${name} in the store is named by no outcome: a worker that was killed left it, or it was put there; nothing reads it`,
      );
}

/** How an attempt is named to people. */
export function attemptWords({ run, attempt }: Pick<RunOutcome, 'run' | 'attempt'>): string {
  return attempt === 1 ? `run ${run}` : `run ${run}, attempt ${attempt}`;
}
