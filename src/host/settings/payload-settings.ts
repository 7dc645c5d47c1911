import { existsSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import {
  createSealing,
  ensurePayloadKeys,
  readPayloadKeys,
  type Sealing,
} from '../../sealing/index.ts';
import { homeFiles } from '../supervisor/home-files.ts';
import type { Profile } from './profile-file.ts';
import type { SettingReader } from './setting-reader.ts';

/** With which key the payloads on Temporal's wire are sealed. */
export interface PayloadSettings {
  /** Absolute. */
  readonly keyFile: string;
  /** True for the key of the home, which is made when it is first needed; nobody else has it. */
  readonly isOfHome: boolean;
  /** True to encrypt what is sent: the Temporal UI shows ciphertext then. */
  readonly encrypts: boolean;
}

/** A key file that is named counts for a configured cluster alone: the embedded server's clients share the key of their home. */
export function resolvePayloads(
  reader: SettingReader,
  options: { readonly home: string; readonly profile: Profile; readonly isEmbedded: boolean },
): PayloadSettings {
  const { home, profile, isEmbedded } = options;
  const { payloadKey } = homeFiles(home);
  const keyFile = isEmbedded
    ? payloadKey
    : reader.path(
        'temporal.payloadKeyFile',
        { variable: 'DOEFLOW_PAYLOAD_KEY_FILE', profile: profile.temporal?.payloadKeyFile },
        payloadKey,
      );
  return { keyFile, isOfHome: keyFile === payloadKey, encrypts: readSwitch(reader, profile) };
}

/**
 * What this process needs to speak to our workflows; makes the key of the home where there is none yet.
 * @throws UsageError USAGE_PAYLOAD_KEY for a key file that can't be used
 */
export async function openSealing({
  keyFile,
  isOfHome,
  encrypts,
}: PayloadSettings): Promise<Sealing> {
  const keys = isOfHome ? await ensurePayloadKeys(keyFile) : readPayloadKeys(keyFile);
  return createSealing(keys, encrypts);
}

/**
 * Which key it is, for a person; never the key itself.
 * @throws UsageError USAGE_PAYLOAD_KEY for a key file that can't be used
 */
export function describePayloadKey({ keyFile, isOfHome }: PayloadSettings): string {
  if (isOfHome && !existsSync(keyFile)) return 'made when it is first needed';
  const [first, ...others] = createSealing(readPayloadKeys(keyFile)).fingerprints;
  const older = others.length === 0 ? '' : `; also believed: ${others.join(', ')}`;
  return `${first}${older} (${keyFile})`;
}

/** Fingerprints of the keys, the one that seals first; undefined where there are none yet, or none that can be used. */
export function payloadFingerprints({ keyFile }: PayloadSettings): readonly string[] | undefined {
  try {
    return createSealing(readPayloadKeys(keyFile)).fingerprints;
  } catch {
    return undefined;
  }
}

function readSwitch(reader: SettingReader, profile: Profile): boolean {
  const text = reader.text(
    'temporal.encryptPayloads',
    {
      variable: 'DOEFLOW_PAYLOAD_ENCRYPT',
      profile: profile.temporal?.encryptPayloads?.toString(),
    },
    'false',
  );
  if (['1', 'true'].includes(text)) return true;
  if (['0', 'false'].includes(text)) return false;
  throw new UsageError(
    'USAGE_SETTING',
    `The setting temporal.encryptPayloads must be 1 or 0, but is "${text}"`,
    { hint: 'Change DOEFLOW_PAYLOAD_ENCRYPT or the profile' },
  );
}
