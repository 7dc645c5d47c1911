import { UsageError } from './errors.ts';

/** The platform's address, taken apart. */
export interface BaseUrl {
  /** Scheme, host and port: the only place the token may go. */
  readonly origin: string;
  readonly hostname: string;
  /** Path in front of `/api/`, without a trailing slash; mostly empty. */
  readonly prefix: string;
  /** Origin and prefix, without a trailing slash. */
  readonly href: string;
}

/**
 * Gives back the platform's address in a text; `/api` and `/api/v2` at its end are dropped.
 * @param where what the text is, for the error
 * @throws UsageError USAGE_PLATFORM_URL; a text that holds a password isn't repeated
 */
export function parseBaseUrl(text: string, where = 'The platform’s address'): BaseUrl {
  const trimmed = text.trim();
  const refuse = (problem: string): UsageError =>
    new UsageError('USAGE_PLATFORM_URL', `${where} ${problem}`, {
      hint: 'Write it with its scheme and nothing else, such as https://platform.example.com',
    });
  const shown = JSON.stringify(trimmed.slice(0, 100));
  if (!URL.canParse(trimmed)) throw refuse(`is not a URL: ${shown}`);
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '') throw refuse('has a user name or password in it');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refuse(`is not an http or https URL: ${shown}`);
  }
  if (url.search !== '' || url.hash !== '') throw refuse('has a query or fragment in it');
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v\d+)?$/, '');
  return { origin: url.origin, hostname: url.hostname, prefix, href: `${url.origin}${prefix}` };
}

/** True for a host that can only be this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
