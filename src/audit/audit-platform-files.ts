/** Whether the platform's own copies of the files that were collected are what was collected. */
import { createHash } from 'node:crypto';
import { isLoopbackHost } from '../base-url.ts';
import {
  ConflictError,
  DamagedDownloadError,
  NotFoundError,
  runOfFile,
  type PlatformClient,
  type PlatformFile,
} from '../platform-api/index.ts';
import { namedBy } from '../extract/index.ts';
import type { RunOutcome } from '../run/run-outcome.ts';
import { keptNames } from '../store/index.ts';
import type { AskPlatform } from './ask-platform.ts';
import type { AuditBook } from './audit-report.ts';
import { lookAgain } from './look-again.ts';

const pageSize = 1_000;

/** The job whose files are compared. */
interface JobOfFiles {
  readonly jobId: string;
  readonly subject: string;
  readonly outcomes: readonly RunOutcome[];
  /** Patterns of the files that were asked for, beside those that outputs are read from. */
  readonly collect: readonly string[];
}

interface FilesAudit {
  readonly book: AuditBook;
  readonly ask: AskPlatform;
  readonly signal: AbortSignal;
}

/**
 * Compares the collected files with the checksums that the platform lists.
 * @param isDeep whether the contents are read too: what was changed or removed behind the platform's back shows only there
 */
export async function auditPlatformFiles(
  platform: PlatformClient,
  { jobId, subject, outcomes, collect }: JobOfFiles,
  isDeep: boolean,
  { book, ask, signal }: FilesAudit,
): Promise<void> {
  // A platform on this machine refuses a file whose length isn't what its record says; what another one means by it isn't known.
  const isServedHere = isLoopbackHost(new URL(platform.baseUrl).hostname);
  const byNumber = new Map(outcomes.map((outcome) => [outcome.platformRun, outcome]));
  const unlisted = new Map(
    outcomes.map((outcome) => [outcome.platformRun, new Set(Object.keys(outcome.files ?? {}))]),
  );
  const beside = new Map<RunOutcome, string[]>();
  let unhashed = 0;
  const files = lookAgain(
    () => platform.jobs.files(jobId, { signal, pageSize }),
    ({ id }) => id,
    () => [...unlisted.values()].some((names) => names.size > 0),
    signal,
  );
  for await (const file of files) {
    const outcome = byNumber.get(runOfFile(file));
    const { files = {} } = outcome ?? {};
    const ownName = file.relativePath ?? file.name;
    const name = keptNames(ownName, file.id).find((one) => Object.hasOwn(files, one));
    const kept = name === undefined ? undefined : files[name];
    if (outcome === undefined) continue;
    if (name === undefined || kept === undefined) {
      const others = beside.get(outcome) ?? [];
      beside.set(outcome, others);
      others.push(ownName);
      continue;
    }
    unlisted.get(outcome.platformRun)?.delete(name);
    const words = fileWords(outcome, name, ownName);
    if (file.md5 == null) unhashed += 1;
    else if (kept.toLowerCase() !== file.md5.toLowerCase()) {
      const found = `has MD5 ${file.md5} on the platform (${subject}), ${kept} when it was collected`;
      book.tell('changed', words, found);
      continue;
    }
    if (isDeep) await ask(words, 'its contents', () => auditContent(file, kept, words));
  }
  if (unhashed > 0 && !isDeep) {
    book.note(
      `${subject}: ${unhashed} files have no checksum on the platform and were not compared with it; --deep reads them`,
    );
  }
  tellUnlisted();
  noteUncollected(subject, collect, beside, book);

  async function auditContent(file: PlatformFile, kept: string, words: string): Promise<void> {
    try {
      const hash = createHash('md5');
      for await (const piece of platform.files.stream(file, { signal })) {
        hash.update(piece);
        book.count('bytes', piece.length);
      }
      book.count('platformFiles');
      if (hash.digest('hex') === kept.toLowerCase()) return;
      book.tell('changed', words, `${onPlatform} differs from what was collected; ${fromStore}`);
    } catch (error) {
      if (error instanceof DamagedDownloadError) {
        book.count('platformFiles');
        book.tell('changed', words, `${onPlatform} differs from what was collected; ${fromStore}`);
      } else if (error instanceof NotFoundError) {
        book.tell(
          'missing',
          words,
          `${onPlatform} is listed, and its contents are gone; ${fromStore}`,
        );
      } else if (error instanceof ConflictError && isServedHere) {
        const found = `${onPlatform} is no longer what was collected (${error.message}); a process that a run leaves behind may still write to it; ${fromStore}`;
        book.tell('changed', words, found);
      } else throw error;
    }
  }

  function tellUnlisted(): void {
    const gone = [...unlisted].flatMap(([platformRun, names]) => {
      const outcome = byNumber.get(platformRun);
      return outcome === undefined ? [] : [...names].map((name) => fileWords(outcome, name));
    });
    if (gone.length === 0) return;
    if (isDeep) {
      for (const words of gone) {
        book.tell(
          'missing',
          words,
          `was collected from ${subject}, which no longer lists it; ${fromStore}`,
        );
      }
      return;
    }
    book.noteUnseen(
      `${subject} no longer lists ${gone.length === 1 ? '1 file that was' : `${gone.length} files that were`} collected (${gone.slice(0, 3).join('; ')}${gone.length > 3 ? '; …' : ''}): what was collected is compared without the platform's copy`,
    );
  }
}

/** A platform may list a file after its run was collected; what was taken out of the records looks the same, where the run has no key that tells it. */
function noteUncollected(
  subject: string,
  collect: readonly string[],
  beside: ReadonlyMap<RunOutcome, readonly string[]>,
  book: AuditBook,
): void {
  const found = [...beside].flatMap(([outcome, names]) => {
    const { status, files, uncollected } = outcome;
    // Of others not all that is asked for is collected, or its names aren't kept.
    if (status !== 'Done' || files === undefined || uncollected !== undefined) return [];
    return [...namedBy(collect, names).names].map((name) => fileWords(outcome, name));
  });
  if (found.length === 0) return;
  const more = found.length > 3 ? '; …' : '';
  book.note(
    `${subject} lists ${found.length === 1 ? '1 file' : `${found.length} files`} that \`collect\` names and that no record has as collected (${found.slice(0, 3).join('; ')}${more}): listed later than the run was collected, or taken out of the records`,
  );
}

const onPlatform = 'the platform’s own copy';
const fromStore = 'the results come from the copy in the store, which is compared by itself';

function fileWords({ run, attempt }: RunOutcome, name: string, ownName = name): string {
  const own = name === ownName ? '' : ` (${JSON.stringify(ownName)} on the platform)`;
  return `run ${run}, attempt ${attempt}: ${name}${own}`;
}
