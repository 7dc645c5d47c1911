/** A program that ends over its damaged database: no further start mends that, and a person is told what was in it and what to do. */
import { dirname } from 'node:path';
import { quoteShell } from '../../quote-shell.ts';

/** The database of one program. */
export interface ProgramDatabase {
  /** Absolute. */
  readonly path: string;
  /** What is lost with it and what isn't, and what to do once it is moved away; sentences. */
  readonly afterwards: string;
}

/** SQLite's own words for it, and those of the platform's driver for a text that isn't UTF-8 any more. */
const damage =
  /database disk image is malformed|file is not a database|database corruption|Utf8Error \{/u;

/** What to do about a database that a program's last words call damaged; undefined where they don't. */
export function remedyOfDamage(
  database: ProgramDatabase | undefined,
  lastWords: readonly string[],
): string | undefined {
  const [found] = lastWords.flatMap((line) => damage.exec(line)?.[0] ?? []);
  if (database === undefined || found === undefined) return undefined;
  const { path, afterwards } = database;
  const files = `${quoteShell(path)}*`;
  const aside = quoteShell(`${dirname(path)}.damaged`);
  return `Its database ${path} is damaged. Move it away: mkdir -p ${aside} && mv ${files} ${aside}. ${afterwards}`;
}
