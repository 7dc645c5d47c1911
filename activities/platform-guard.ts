/** Keeps a study's calls from any platform but its own: the address or the token of a worker may have been changed since the study began. */
import { ApplicationFailure } from '@temporalio/common';
import { isNotServed, PlatformError, type PlatformClient } from '../src/platform-api/index.ts';
import {
  describeOtherPlatform,
  isPlatformOf,
  layout,
  platformKey,
  type Store,
  type StudyPlatform,
} from '../src/store/index.ts';

/** How often a parked call looks whether the worker now speaks to the study's platform. */
const retryMs = 3_000;

/** An account that couldn't be read is asked for again after this long. */
const accountRetryMs = 60_000;

/** Says which studies may use the platform at hand. */
export interface PlatformGuard {
  /** @throws ApplicationFailure PLATFORM_DIFFERS, retried for as long as it takes, when the study belongs to another platform */
  check(studyId: string): Promise<void>;
}

/** A guard for the platform at `baseUrl` that `token` opens. */
export function createPlatformGuard(options: {
  readonly store: Store;
  readonly platform: PlatformClient;
  readonly baseUrl: string;
  readonly token: string;
}): PlatformGuard {
  const { store, platform, baseUrl, token } = options;
  const key = platformKey(token);
  /** Snapshots never change. */
  const known = new Map<string, { readonly platform: StudyPlatform | undefined }>();
  const readAccount = createAccountReader(platform);
  const readBound = async (studyId: string): Promise<StudyPlatform | undefined> => {
    const found = known.get(studyId) ?? (await store.study(studyId).read(layout.snapshot));
    known.set(studyId, { platform: found.platform });
    return found.platform;
  };
  return {
    async check(studyId) {
      const bound = await readBound(studyId);
      if (bound === undefined) return;
      const asksAccount = bound.kind === 'configured' && bound.account !== undefined;
      const atHand = { name: baseUrl, baseUrl, key };
      const account = asksAccount && isPlatformOf(bound, atHand) ? await readAccount() : undefined;
      if (isPlatformOf(bound, { ...atHand, account })) return;
      const { message, hint } = describeOtherPlatform(studyId, bound, { ...atHand, account });
      throw ApplicationFailure.create({
        type: 'PLATFORM_DIFFERS',
        message: `${message}. ${hint}`,
        nextRetryDelay: retryMs,
      });
    },
  };
}

/** Asks whose token it is, once; a platform that doesn't say can't be told from the right one by that. */
function createAccountReader(platform: PlatformClient): () => Promise<string | undefined> {
  let answer: { readonly account: string | undefined; readonly until: number } | undefined;
  return async () => {
    if (answer !== undefined && Date.now() < answer.until) return answer.account;
    try {
      const me = await platform.user.me();
      const account = isNotServed(me) ? undefined : (me.email ?? undefined);
      answer = { account, until: Infinity };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      // Beside the document: whatever is wrong with it, the study's own calls will tell or work.
      answer = { account: undefined, until: Date.now() + accountRetryMs };
    }
    return answer.account;
  };
}
