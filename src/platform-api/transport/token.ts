import { AuthenticationError } from '../errors.ts';

/**
 * The token without surrounding blanks.
 * @throws AuthenticationError when it is empty or can't be a header's value; the message never repeats it.
 */
export function checkToken(token: string): string {
  const trimmed = token.trim();
  const call = { method: 'GET', path: '/' };
  if (trimmed === '') throw new AuthenticationError('Expected a token, got an empty text', call);
  if (!/^[\x21-\x7e]+$/.test(trimmed)) {
    throw new AuthenticationError(
      'Expected a token of printable ASCII without blanks or line breaks, got something else',
      call,
    );
  }
  return trimmed;
}
