/** Whether the records are, letter for letter, what was written: a name that a JSON text has twice is read as the second, and hides the first. */
import { text } from 'node:stream/consumers';
import { holdsLines, layout, recordNames } from '../store/index.ts';
import type { AuditBook } from './audit-report.ts';
import type { StudyRecords } from './audited-study.ts';

/**
 * Parses each JSON record of a study that is over and writes it again, which must give the same text.
 * @param changed names of those that aren't as the end left them, which is told already
 */
export async function auditCanonical(
  { folder, end }: Pick<StudyRecords, 'folder' | 'end'>,
  changed: ReadonlySet<string>,
  book: AuditBook,
): Promise<void> {
  if (end !== 'over') return;
  const left = (await book.guard(() => folder.find(layout.records)))?.files;
  if (left === undefined) return;
  for await (const name of recordNames(folder)) {
    if (!Object.hasOwn(left, name) || changed.has(name)) continue;
    const write = writerOf(name);
    if (write === undefined) continue;
    const kept = await text(await folder.readStream({ name }));
    const written = rewritten(kept, write);
    if (written === undefined || written === kept) continue;
    book.tell(
      'changed',
      name,
      'is JSON that doeflow does not write: parsed and written again it is another text, as with a name that is there twice',
    );
  }
}

type Write = (text: string) => string;

function writerOf(name: string): Write | undefined {
  if (name.endsWith('.json')) return (kept) => `${JSON.stringify(JSON.parse(kept), null, 2)}\n`;
  if (!holdsLines(name)) return undefined;
  return (kept) =>
    kept
      .split('\n')
      .map((line) => (line === '' ? '' : JSON.stringify(JSON.parse(line))))
      .join('\n');
}

/** Undefined where it is no JSON, which is told where the record is read. */
function rewritten(kept: string, write: Write): string | undefined {
  try {
    return write(kept);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
