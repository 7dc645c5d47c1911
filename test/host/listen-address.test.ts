import { expect, it } from 'vitest';
import { parseListenAddress, writeListenAddress } from '../../src/host/listen-address.ts';

it.each([
  ['9464', '127.0.0.1:9464'],
  ['0.0.0.0:9464', '0.0.0.0:9464'],
  ['[::1]:80', '[::1]:80'],
  ['worker-1.example:65535', 'worker-1.example:65535'],
])('reads %s as %s: without an address, this machine alone', (text, written) => {
  const address = parseListenAddress(text);
  expect(address && writeListenAddress(address)).toBe(written);
});

it.each(['', '0', '65536', ':9464', 'a b:80', '80x', '::1:80', 'http://x:80'])(
  'refuses "%s"',
  (text) => {
    expect(parseListenAddress(text)).toBeUndefined();
  },
);
