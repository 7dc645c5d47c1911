/** Keeps a study's calls from any platform but its own: the address or the token of a worker may have been changed since the study began. */
import { ApplicationFailure } from '@temporalio/common';
import { archiveLayout } from '../src/archive/index.ts';
import { isNotServed, PlatformError, type PlatformClient } from '../src/platform-api/index.ts';
import { thisProcess } from '../src/temporal/worker-identity.ts';
import type { TakeOverGuard } from './take-over-guard.ts';
import {
  describeOtherPlatform,
  isPlatformOf,
  layout,
  platformKey,
  type PlatformAtHand,
  type Store,
  type StudyPlatform,
} from '../src/store/index.ts';

/** An account that couldn't be read is asked for again after this long. */
const accountRetryMs = 5_000;

/** Says which studies may use the platform at hand. */
export interface PlatformGuard {
  /** @throws ApplicationFailure PLATFORM_DIFFERS, API_ACCOUNT_UNKNOWN or TAKEN_OVER, retried for as long as it takes, while the platform isn't known to be the study's, or another home goes on there */
  check(studyId: string): Promise<void>;
  /** @throws as {@link check}, when the archive belongs to another platform */
  checkArchive(archive: string): Promise<void>;
}

/** A guard for the platform at `baseUrl` that `token` opens. @param options.takeOvers asked where others see the platform, too */
export function createPlatformGuard(options: {
  readonly store: Store;
  readonly platform: PlatformClient;
  readonly baseUrl: string;
  readonly token: string;
  readonly takeOvers?: Pick<TakeOverGuard, 'check'>;
}): PlatformGuard {
  const { store, platform, baseUrl, token, takeOvers } = options;
  const key = platformKey(token);
  /** Snapshots never change. */
  const known = new Map<string, { readonly platform: StudyPlatform | undefined }>();
  const readAccount = createAccountReader(platform);
  const readBound = async (studyId: string): Promise<StudyPlatform | undefined> => {
    const found = known.get(studyId) ?? (await store.study(studyId).read(layout.snapshot));
    known.set(studyId, { platform: found.platform });
    return found.platform;
  };
  const requireSame = async (subject: string, bound: StudyPlatform): Promise<void> => {
    const atHand = { name: baseUrl, baseUrl, key };
    // The token of the start opens its account; any other one has to tell whose it is.
    const asksAccount =
      bound.kind === 'configured' && bound.account !== undefined && bound.key !== key;
    if (asksAccount && isPlatformOf(bound, atHand)) {
      const { account, reason } = await readAccount();
      if (account === undefined) throw accountUnknown(subject, bound.account, reason);
      if (account === bound.account) return;
      throw differs(subject, bound, { ...atHand, account });
    }
    if (!isPlatformOf(bound, atHand)) throw differs(subject, bound, atHand);
  };
  const requirePlatform = async (subject: string, bound: StudyPlatform): Promise<void> => {
    await requireSame(subject, bound);
    if (bound.kind === 'configured') await takeOvers?.check();
  };
  return {
    async check(studyId) {
      const bound = await readBound(studyId);
      if (bound !== undefined) await requirePlatform(`Study ${studyId}`, bound);
    },
    async checkArchive(archive) {
      const order = await store.standingOrder('archives', archive).find(archiveLayout.order);
      // One that was deleted is told by the step itself.
      if (order !== undefined) await requirePlatform(`Archive ${archive}`, order.platform);
    },
  };
}

function differs(subject: string, bound: StudyPlatform, atHand: PlatformAtHand): Error {
  const { message, hint } = describeOtherPlatform(subject, bound, atHand);
  return ApplicationFailure.create({
    type: 'PLATFORM_DIFFERS',
    message: `${message} by worker ${thisProcess()}. ${hint}`,
  });
}

function accountUnknown(subject: string, account: string | undefined, reason: string): Error {
  return ApplicationFailure.create({
    type: 'API_ACCOUNT_UNKNOWN',
    message: `${subject} belongs to account ${account}, but the token is another one than at its start, and whose it is can't be told: ${reason}. Nothing of it is sent by worker ${thisProcess()} until it can`,
  });
}

/** Whose token it is, or why that isn't known. */
interface AccountAnswer {
  readonly account: string | undefined;
  readonly reason: string;
}

/** Asks whose token it is: once where the platform tells, else again after a while. */
function createAccountReader(platform: PlatformClient): () => Promise<AccountAnswer> {
  let answer: AccountAnswer | undefined;
  let askAgainAt = 0;
  return async () => {
    if (answer !== undefined && Date.now() < askAgainAt) return answer;
    answer = await askAccount(platform);
    askAgainAt = answer.account === undefined ? Date.now() + accountRetryMs : Infinity;
    return answer;
  };
}

/** Asks a platform whose token it was given. */
export async function askAccount(
  platform: PlatformClient,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AccountAnswer> {
  try {
    const me = await platform.user.me(options);
    if (isNotServed(me)) {
      return { account: undefined, reason: me.reason ?? `${me.endpoint} is not served` };
    }
    return { account: me.email ?? undefined, reason: 'the platform names no account' };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { account: undefined, reason: error.message };
  }
}
