import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from './problem.ts';

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Lets a request pass that names this machine as its host (a page of some other site that resolves to loopback doesn't) and carries
 * the token, which is compared in constant time.
 *
 * @throws Problem 400 for another host, 401 without the token, 403 for a page of another site.
 */
export function authenticate(headers: IncomingHttpHeaders, token: string): void {
  checkHost(headers);
  const authorization = headers.authorization;
  if (authorization === undefined) {
    throw unauthorized('Authentication credentials were not provided.');
  }
  const given = /^Token +(\S+) *$/i.exec(authorization)?.[1];
  if (given === undefined) {
    throw unauthorized('Invalid token header.');
  }
  if (!timingSafeEqual(digest(given), digest(token))) throw unauthorized('Invalid token.');
}

/**
 * No page of another site speaks to the platform, not even one that has the token.
 *
 * @throws Problem 400 when the Host header names another machine, 403 when a page of another site asks.
 */
export function checkHost(headers: IncomingHttpHeaders): void {
  const { host = '', origin } = headers;
  if (!loopbackHost.test(host)) {
    throw new Problem(400, { detail: 'This platform answers to the loopback address only.' });
  }
  const isForeign = origin !== undefined && origin !== `http://${host}`;
  if (isForeign || headers['sec-fetch-site'] === 'cross-site') {
    throw new Problem(403, { detail: 'This platform answers no page of another site.' });
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function unauthorized(detail: string): Problem {
  return new Problem(401, { detail }, { 'www-authenticate': 'Token' });
}
