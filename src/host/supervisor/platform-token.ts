import { randomBytes } from 'node:crypto';
import { readTokenFile, writeTokenFile } from '../settings/token-file.ts';

/** Gives back the token of this home's local platform, made once and kept in a file that only its owner may read. */
export function ensurePlatformToken(
  path: string,
  makeToken: () => string = () => randomBytes(24).toString('base64url'),
): string {
  const kept = readTokenFile(path);
  if ('token' in kept) return kept.token;
  const token = makeToken();
  writeTokenFile(path, token);
  return token;
}
