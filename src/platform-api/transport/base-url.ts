import { UsageError } from '../../errors.ts';

/** The platform's address, taken apart. */
export interface BaseUrl {
  /** Scheme, host and port: the only place the token may go. */
  readonly origin: string;
  readonly hostname: string;
  /** Path in front of `/api/`, without a trailing slash; mostly empty. */
  readonly prefix: string;
  /** Origin and prefix. */
  readonly href: string;
}

/**
 * The platform's address from a setting.
 * @throws UsageError USAGE_PLATFORM_URL
 */
export function parseBaseUrl(text: string): BaseUrl {
  const fail = (got: string) =>
    new UsageError(
      'USAGE_PLATFORM_URL',
      `Expected the platform's address such as https://platform.example.com, got ${got}`,
      { hint: 'Set DOEFLOW_PLATFORM_URL or the profile’s platform.baseUrl.' },
    );
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw fail(JSON.stringify(trimmed.slice(0, 100)));
  const url = new URL(trimmed);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fail(`scheme ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw fail('an address with credentials in it');
  if (url.search !== '' || url.hash !== '') throw fail('an address with a query or fragment');
  const prefix = url.pathname.replace(/\/+$/, '').replace(/\/api(\/v\d+)?$/, '');
  return { origin: url.origin, hostname: url.hostname, prefix, href: `${url.origin}${prefix}` };
}

/** True for a host that can only be this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
