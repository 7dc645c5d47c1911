/** Whose a token is, and whether the one that it takes the place of was of another account. */
import { readTokenAnew } from '../../host/settings/token-anew.ts';
import { createPlatformClient, isNotServed } from '../../platform-api/index.ts';
import type { CommandContext } from '../context.ts';
import type { PlatformAddress } from './platform-access.ts';

/** So long a login waits for the platform's word on the token that it replaces. */
const beforeMs = 5_000;

/** The user whose token it is; undefined where the platform doesn't tell. */
export async function ownerOf(
  address: PlatformAddress,
  options: { readonly signal?: AbortSignal } = {},
): Promise<string | undefined> {
  const client = createPlatformClient(address);
  try {
    const user = await client.user.me(options);
    return isNotServed(user) ? undefined : (user.email ?? undefined);
  } finally {
    await client.close();
  }
}

/**
 * The user whose token a profile has before `token` takes its place; undefined where it has none for this platform, or that can't be
 * asked any more, as it was revoked: a login is never held up by that.
 */
export async function ownerBefore(
  chosen: { readonly profile: string; readonly profileFile: string } & PlatformAddress,
  { env, output }: Pick<CommandContext, 'env' | 'output'>,
): Promise<string | undefined> {
  const { baseUrl, token } = chosen;
  const kept = readTokenAnew(chosen, { baseUrl, env: { ...env, DOEFLOW_PLATFORM_TOKEN: '' } });
  if ('problem' in kept || kept.token === token) return undefined;
  output.hide(kept.token);
  try {
    const signal = AbortSignal.timeout(beforeMs);
    return await ownerOf({ baseUrl, token: kept.token }, { signal });
  } catch {
    return undefined;
  }
}

/** What it means that a profile's new token is of another account, and the way back. */
export function otherOwnerWords(change: {
  readonly profile: string;
  /** Of the new token. */
  readonly owner: string;
  /** Of the token that the profile had. */
  readonly before: string;
}): string {
  const { profile, owner, before } = change;
  return `This token is of ${owner}; the one that the profile ${profile} had is of ${before}, another account. Running studies of ${before} wait where no worker has a token of ${before}, and a worker that begins with this token waits beside workers of ${before}. If that is not meant, log in again with a token of ${before}: a worker that waits takes it by itself; one that works with the token of ${owner} by then must be started again`;
}
