import { parseToken } from '../../token.ts';
import { AuthenticationError } from '../errors.ts';

/**
 * The token without surrounding blanks.
 * @throws AuthenticationError when it is empty or can't be a header's value; the message never repeats it.
 */
export function checkToken(text: string): string {
  const reading = parseToken(text, 'the client’s option `token`');
  if ('token' in reading) return reading.token;
  throw new AuthenticationError(reading.problem, { method: 'GET', path: '/' });
}
