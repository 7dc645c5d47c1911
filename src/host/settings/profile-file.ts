import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { writeFileAtomicSync } from '../../files/index.ts';

const profileSchema = z.strictObject({
  platform: z
    .strictObject({ baseUrl: z.string().min(1), tokenFile: z.string().min(1).optional() })
    .optional(),
  temporal: z
    .strictObject({
      /** A profile of Temporal's own client configuration file. */
      profile: z.string().min(1).optional(),
      address: z.string().min(1).optional(),
      namespace: z.string().min(1).optional(),
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

const fileSchema = z.strictObject({
  /** The profile that is used when none is named. */
  profile: z.string().min(1).optional(),
  profiles: z.record(z.string().regex(/^[A-Za-z0-9_-]+$/), profileSchema).optional(),
});

/** The settings of one profile, as written; paths may be relative to the profile file's folder. */
export type Profile = z.infer<typeof profileSchema>;

/** The whole profile file: the name of the default profile, and profiles by name. */
export type ProfileFile = z.infer<typeof fileSchema>;

/**
 * Reads the profile file; a missing file is an empty one.
 * @throws UsageError USAGE_PROFILE_FILE with every finding when it can't be read or isn't what it should be.
 */
export function readProfileFile(path: string): ProfileFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
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
  const document = loadYaml().parseDocument(text, { prettyErrors: true });
  const problems = document.errors.map((error) => error.message);
  const parsed = fileSchema.safeParse(problems.length > 0 ? {} : (document.toJS() ?? {}));
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`),
    );
  }
  if (problems.length > 0 || !parsed.success) {
    throw new UsageError(
      'USAGE_PROFILE_FILE',
      `The profile file ${path} has mistakes:\n  ${problems.join('\n  ')}`,
      { hint: 'doeflow config --help shows an example' },
    );
  }
  return parsed.data;
}

/** Writes one profile's platform into the file, keeping the comments and the other profiles; `makeDefault` names it as the default. */
export function writeProfilePlatform(
  path: string,
  profile: string,
  baseUrl: string,
  options: { readonly makeDefault: boolean },
): void {
  readProfileFile(path);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
  }
  const document = loadYaml().parseDocument(text);
  document.setIn(['profiles', profile, 'platform', 'baseUrl'], baseUrl);
  if (options.makeDefault) document.set('profile', profile);
  writeFileAtomicSync(path, document.toString());
}

/** Most homes have no profile file, and every command looks for one: the parser is only loaded with the first file. */
function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml;
}
