import { BlockList } from 'node:net';
import type { BaseUrl } from '../../base-url.ts';

const inner = new BlockList();
inner.addSubnet('0.0.0.0', 8);
inner.addSubnet('10.0.0.0', 8);
inner.addSubnet('100.64.0.0', 10);
inner.addSubnet('127.0.0.0', 8);
inner.addSubnet('169.254.0.0', 16);
inner.addSubnet('172.16.0.0', 12);
inner.addSubnet('192.168.0.0', 16);
inner.addAddress('::1', 'ipv6');
inner.addAddress('::', 'ipv6');
inner.addSubnet('fc00::', 7, 'ipv6');
inner.addSubnet('fe80::', 10, 'ipv6');
inner.addSubnet('::ffff:0:0', 96, 'ipv6');

/**
 * Why an address outside the platform's origin must not be asked, or undefined when it may be (without the token). An inner
 * address is followed only when the platform itself is at one.
 * @param allowedOrigins when given, no other origin is asked
 */
export function refuseForeignAddress(
  target: URL,
  base: BaseUrl,
  allowedOrigins: readonly string[] | undefined,
): string | undefined {
  if (target.protocol !== 'https:' && target.protocol !== 'http:') {
    return `an address of scheme ${target.protocol}`;
  }
  if (allowedOrigins !== undefined && !allowedOrigins.includes(target.origin)) {
    return `${target.origin}, which is not among the allowed origins`;
  }
  if (target.protocol === 'http:' && base.origin.startsWith('https:')) {
    return `the unencrypted address ${target.origin}`;
  }
  if (isInner(target.hostname) && !isInner(base.hostname)) {
    return `${target.origin}, an address inside this network`;
  }
  return undefined;
}

function isInner(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  if (hostname.startsWith('[')) return inner.check(hostname.slice(1, -1), 'ipv6');
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) && inner.check(hostname);
}
