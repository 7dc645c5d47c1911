/** To which platform a study belongs, and whether the one at hand is that. */
import { createHash } from 'node:crypto';
import type { StudyPlatform } from './schemas/snapshot.ts';

/** The platform that a program speaks to, as far as it is known. */
export interface PlatformAtHand {
  /** For sentences: its address, or where it is. */
  readonly name: string;
  /** Ends in `/`; absent for a local platform that isn't up. */
  readonly baseUrl?: string | undefined;
  /** See {@link platformKey}. */
  readonly key?: string | undefined;
  /** Absent where the platform doesn't tell whose token it is. */
  readonly account?: string | undefined;
}

/** Knows a home's local platform by its token again, which it keeps for life, whatever its port; the token can't be had back from it. */
export function platformKey(token: string): string {
  return createHash('sha256').update(`doeflow platform ${token}`).digest('hex').slice(0, 16);
}

/** Where runs of a study find their software, as their keys have it: the platform's address, or `local` for one that is served on this machine. */
export function platformOfRuns(bound: StudyPlatform | undefined): string {
  return bound?.kind === 'configured' ? bound.baseUrl : 'local';
}

/** False when `atHand` certainly isn't the study's platform; what one of them doesn't tell is no difference. */
export function isPlatformOf(bound: StudyPlatform | undefined, atHand: PlatformAtHand): boolean {
  if (bound === undefined) return true;
  if (bound.kind === 'local') return bound.key === atHand.key;
  const { account } = bound;
  return (
    bound.baseUrl === atHand.baseUrl &&
    (account === undefined || atHand.account === undefined || account === atHand.account)
  );
}

/** Why `atHand` isn't the platform that `subject`, such as `Study beam-1`, is bound to, and what to do. */
export function describeOtherPlatform(
  subject: string,
  bound: StudyPlatform,
  atHand: PlatformAtHand,
): { readonly message: string; readonly hint: string } {
  const account = bound.kind === 'configured' ? bound.account : undefined;
  return {
    message: `${subject} belongs to ${withAccount(nameOf(bound), account)}, but this engine speaks to ${withAccount(atHand.name, atHand.account)}. Nothing of it is sent there`,
    hint:
      bound.kind === 'local'
        ? `To go on with it or to stop it, use DOEFLOW_HOME=${bound.home} without DOEFLOW_PLATFORM_URL`
        : `To go on with it or to stop it, set DOEFLOW_PLATFORM_URL=${bound.baseUrl} and the token of its account, or use the profile that has them`,
  };
}

function withAccount(name: string, account: string | undefined): string {
  return account === undefined ? name : `${name} (account ${account})`;
}

function nameOf(bound: StudyPlatform): string {
  return bound.kind === 'local' ? `the local platform in ${bound.home}` : bound.baseUrl;
}
