import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { readUtf8, writeFileAtomicSync } from '../../files/index.ts';
import { notifyTargetSchema } from '../../notify/target.ts';
import { scopes } from '../../platform-api/transport/scope.ts';
import { smallOutputWays } from '../../small-outputs.ts';

const profileSchema = z.strictObject({
  platform: z
    .strictObject({
      baseUrl: z.string().min(1),
      tokenFile: z.string().min(1).optional(),
      /** `on`: the token may go there by http. */
      insecureHttp: z.enum(['on', 'off']).optional(),
      /** Requests an hour that it allows, by scope. */
      requests: z.partialRecord(z.enum(scopes), z.int().min(1).max(999_999_999)).optional(),
      /** How small output files come from it. */
      smallOutputs: z.enum(smallOutputWays).optional(),
    })
    .optional(),
  temporal: z
    .strictObject({
      /** A profile of Temporal's own client configuration file. */
      profile: z.string().min(1).optional(),
      address: z.string().min(1).optional(),
      namespace: z.string().min(1).optional(),
      /** Whether the embedded server shows its user interface. */
      ui: z.enum(['on', 'off']).optional(),
      payloadKeyFile: z.string().min(1).optional(),
      encryptPayloads: z.boolean().optional(),
    })
    .optional(),
  home: z.string().min(1).optional(),
  store: z.string().min(1).optional(),
  poll: z
    .strictObject({ minMs: z.int().min(1).optional(), maxMs: z.int().min(1).optional() })
    .optional(),
});

/** What the name of a profile may be; it names a file of its token too. */
const profileName = /^(?!__proto__$)[A-Za-z0-9_-]+$/u;
const profileNameWords = 'letters, digits, - and _';

const fileSchema = z.strictObject({
  /** The profile that is used when none is named. */
  profile: z.string().min(1).optional(),
  profiles: z.record(z.string().regex(profileName), profileSchema).optional(),
  /** What a core hour costs, by core type, where the platform doesn't tell. */
  prices: z
    .record(
      z.string().regex(profileName),
      z.union([
        z.number().positive(),
        z.strictObject({
          amount: z.number().positive(),
          currency: z
            .string()
            .regex(/^[A-Z]{3}$/u)
            .optional(),
        }),
      ]),
    )
    .optional(),
  /** Whom studies may tell, by name. */
  notify: z.record(z.string().regex(profileName), notifyTargetSchema).optional(),
});

/** The settings of one profile, as written; paths may be relative to the profile file's folder. */
export type Profile = z.infer<typeof profileSchema>;

/** The whole profile file: the name of the default profile, and profiles by name. */
export type ProfileFile = z.infer<typeof fileSchema>;

/** @throws UsageError USAGE_PROFILE for a name that no profile can have */
export function requireProfileName(name: string): void {
  if (profileName.test(name)) return;
  throw new UsageError(
    'USAGE_PROFILE',
    `Expected a profile name of ${profileNameWords}, got ${JSON.stringify(name)}`,
    { hint: 'Nothing was written. Give the profile another name, such as --profile acme' },
  );
}

/**
 * Reads the profile file; a missing file is an empty one.
 * @throws UsageError USAGE_PROFILE_FILE with every finding when it can't be read or isn't what it should be.
 */
export function readProfileFile(path: string): ProfileFile {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new UsageError(
      'USAGE_PROFILE_FILE',
      `The profile file ${path} cannot be read: ${String(cause)}`,
      {
        hint: 'Check its owner and mode, or name another file by DOEFLOW_CONFIG',
        cause,
      },
    );
  }
  const text = readUtf8(bytes, path);
  if (typeof text !== 'string') {
    const { line, column, message, hint } = text;
    const found = `${path}:${line}:${column}: ${message}`;
    throw new UsageError('USAGE_PROFILE_FILE', found, { hint });
  }
  const yaml = loadYaml();
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { prettyErrors: true, lineCounter: lines });
  const problems = document.errors.map((error) => error.message);
  const parsed = fileSchema.safeParse(problems.length > 0 ? {} : (document.toJS() ?? {}));
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map(({ path: keys, code, message }) => {
        const offset = offsetOf(yaml, document, keys);
        const line = offset === undefined ? '' : `line ${lines.linePos(offset).line}: `;
        const words = code === 'invalid_key' ? `expected a name of ${profileNameWords}` : message;
        return `${line}${keys.join('.') || 'file'}: ${words}`;
      }),
    );
  }
  if (problems.length > 0 || !parsed.success) {
    throw new UsageError(
      'USAGE_PROFILE_FILE',
      `The profile file ${path} has mistakes:\n  ${problems.join('\n  ')}`,
      { hint: 'Mend or remove these lines; doeflow config --help shows an example' },
    );
  }
  return parsed.data;
}

/** Where the key stands that a path leads to, or the last one on the way that there is. */
function offsetOf(
  yaml: typeof Yaml,
  document: Yaml.Document.Parsed,
  keys: readonly PropertyKey[],
): number | undefined {
  let [node, offset]: [unknown, number | undefined] = [document.contents, undefined];
  for (const key of keys) {
    if (!yaml.isMap(node)) break;
    const pair = node.items.find(({ key: one }) => yaml.isScalar(one) && one.value === key);
    if (!pair) break;
    if (yaml.isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset;
    node = pair.value;
  }
  return offset;
}

/** Writes one profile's platform into the file, keeping the comments and the other profiles; `makeDefault` names it as the default. */
export function writeProfilePlatform(
  path: string,
  profile: string,
  baseUrl: string,
  options: { readonly makeDefault: boolean; readonly insecureHttp?: boolean },
): void {
  requireProfileName(profile);
  readProfileFile(path);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  const document = loadYaml().parseDocument(text);
  document.setIn(['profiles', profile, 'platform', 'baseUrl'], baseUrl);
  const insecureHttp = ['profiles', profile, 'platform', 'insecureHttp'];
  if (options.insecureHttp === true) document.setIn(insecureHttp, 'on');
  else if (document.hasIn(insecureHttp)) document.deleteIn(insecureHttp);
  if (options.makeDefault) document.set('profile', profile);
  writeFileAtomicSync(path, document.toString());
}

/** Most homes have no profile file, and every command looks for one: the parser is only loaded with the first file. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
