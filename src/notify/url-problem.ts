import { isLoopbackHost } from '../base-url.ts';

/** Why nothing may be sent to an address; undefined where it may: `https`, or `http` on this machine, without a password in it. */
export function notifyUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'it is no address';
  if (url.username !== '' || url.password !== '') return 'it has a user or a password in it';
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && isLoopbackHost(url.hostname)) return undefined;
  return 'it is neither https, nor http on this machine';
}
