/** Writes what somebody who helps needs to know, without secrets, into one file. */
import { createFileAtomic, tarGz, type TarEntry } from '../../files/index.ts';
import { UsageError } from '../../errors.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What goes in: documents by their names, and logs by theirs. */
export interface BundleParts {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly logs: ReadonlyMap<string, string>;
}

/** A part of a file that is larger is left out, which is said. */
const mostBytes = 2_000_000;

/** What the bundle holds, for whoever opens it. */
const readme = `doeflow doctor --bundle

Holds: what doeflow doctor found, disk use, versions, settings by name, the state of the
supervisor, studies by id with their states, what Temporal says of itself and of open
workflows, and the last part of each log of this home.

Left out: tokens, payload keys, keys of storages, addresses of webhooks, whatever else looks
like a secret; study files, inputs, results, collected files; Temporal histories.
[redacted] stands where a secret stood. Names of studies, paths, host names and addresses of
servers are in it: look through it before you hand it on.
`;

/**
 * Makes the file at `path`, for its owner only.
 * @param secrets are taken out of every text, in all their spellings
 * @returns the names of what is in it, and the file's size
 * @throws UsageError USAGE_ARGUMENTS where a file is there already
 */
export async function writeBundle(
  path: string,
  { documents, logs }: BundleParts,
  secrets: readonly string[],
  now: Date,
): Promise<{ readonly holds: readonly string[]; readonly bytes: number }> {
  const texts: readonly (readonly [string, string])[] = [
    ['README.txt', readme],
    ...Object.entries(documents).map(
      ([name, value]) => [`${name}.json`, `${JSON.stringify(value, null, 2)}\n`] as const,
    ),
    ...[...logs].map(([name, text]) => [`logs/${name}`, text] as const),
  ];
  const entries: readonly TarEntry[] = texts.map(([name, text]) => ({
    path: `doeflow-bundle/${name}`,
    content: Buffer.from(cut(withoutSecrets(text, secrets))),
  }));
  const bytes = tarGz(entries, now);
  if (!(await createFileAtomic(path, [bytes], { isPrivate: true }))) {
    throw new UsageError('USAGE_ARGUMENTS', `${path} is there already`, {
      hint: 'Give the bundle another name: nothing is overwritten',
    });
  }
  return { holds: texts.map(([name]) => name), bytes: bytes.byteLength };
}

function cut(text: string): string {
  const rest = text.length - mostBytes;
  return rest <= 0
    ? text
    : `${text.slice(0, mostBytes)}\n(${rest} more characters were left out)\n`;
}
