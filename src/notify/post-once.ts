import { notifyUrlProblem } from './url-problem.ts';
import type { Letter, TellingOutcome } from './outcome.ts';

const answerMs = 10_000;

/** Where a letter is posted to. */
export interface PostAddress {
  readonly url: string;
  /** Further headers; their values are never told. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a letter in one try, without following a redirect; a repeat is known by its `Idempotency-Key`. Never throws. */
export async function postOnce(
  { url, headers = {} }: PostAddress,
  { id, body }: Letter,
): Promise<TellingOutcome> {
  const problem = notifyUrlProblem(url);
  if (problem !== undefined) {
    return { ok: false, note: `Nobody was told: ${problem}`, answer: problem, mayHelp: false };
  }
  const { origin } = new URL(url);
  const failed = (answer: string, mayHelp: boolean): TellingOutcome => ({
    ...{ ok: false, answer, mayHelp },
    note: `Could not tell ${origin}: ${answer}`,
  });
  try {
    const httpResponse = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': id },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await httpResponse.body?.cancel();
    const answer = `it answered ${httpResponse.status}`;
    if (httpResponse.ok) return { ok: true, note: `Told ${origin}`, answer, mayHelp: false };
    return failed(answer, httpResponse.status >= 500 || httpResponse.status === 429);
  } catch (error) {
    return failed(reasonOf(error), true);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer within ${answerMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
