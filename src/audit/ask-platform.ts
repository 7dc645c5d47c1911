/** Questions to a platform of which each may go wrong by itself: that is told, and the audit goes on with the others. */
import { AuthenticationError, PlatformError, type PlatformClient } from '../platform-api/index.ts';
import type { AuditBook } from './audit-report.ts';

/**
 * Asks one thing. @param subject what it is about, such as `job 3 (abCdEf)` @param what what is asked for, such as `its history`
 * @returns undefined where no answer is to be had, which is noted
 * @throws PlatformError where the platform answers nothing at all any more, or nobody with this token
 */
export type AskPlatform = <T>(
  subject: string,
  what: string,
  question: () => Promise<T>,
) => Promise<T | undefined>;

/** @param platform is asked for one job of any study where a question fails in a way that may pass: whether it answers at all */
export function createAskPlatform(
  platform: Pick<PlatformClient, 'jobs'>,
  book: AuditBook,
  signal: AbortSignal,
): AskPlatform {
  let isAway = false;
  return async (subject, what, question) => {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof AuthenticationError) throw error;
      isAway ||= error.retryable && !(await isAnswering());
      if (isAway) throw error;
      book.noteUnseen(
        `not compared: ${subject}, ${what}: ${error.message}; verify once more asks again, and what the platform says of it by itself: doeflow api ${error.method} ${error.path.replace(/^\/api\//u, '')}`,
      );
      return undefined;
    }
  };

  async function isAnswering(): Promise<boolean> {
    try {
      await platform.jobs.list({ signal, pageSize: 1 })[Symbol.asyncIterator]().next();
      return true;
    } catch (error) {
      if (error instanceof PlatformError && error.retryable) return false;
      throw error;
    }
  }
}
