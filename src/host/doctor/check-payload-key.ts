import type { Settings } from '../settings.ts';
import { describePayloadKey } from '../settings/payload-settings.ts';
import { failedCheck, type Check } from './check.ts';

/** Looks at the key with which payloads are sealed: can it be read, by nobody else, and who needs the same one. */
export function checkPayloadKey({ payloads, temporal }: Settings): Check {
  const name = 'Payload key';
  try {
    const key = describePayloadKey(payloads);
    const isShared = temporal !== 'embedded' && payloads.isOfHome;
    const words = isShared
      ? '; it is that of this home, and workers and command lines elsewhere need the same one: copy the file, and name it by DOEFLOW_PAYLOAD_KEY_FILE'
      : '';
    return { name, ok: true, detail: `${key}${words}` };
  } catch (error) {
    return failedCheck(name, error);
  }
}
