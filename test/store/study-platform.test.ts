import { describe, expect, it } from 'vitest';
import {
  describeOtherPlatform,
  isPlatformOf,
  platformKey,
  platformOfRuns,
} from '../../src/store/study-platform.ts';
import type { StudyPlatform } from '../../src/store/index.ts';

const url = 'https://platform.example.com/';
const configured: StudyPlatform = { kind: 'configured', baseUrl: url, account: 'me@example.com' };
const local: StudyPlatform = { kind: 'local', key: platformKey('token-of-home'), home: '/home' };

describe('the platform of a study', () => {
  it('is known by address and account, where both tell the account', () => {
    expect(isPlatformOf(configured, { name: url, baseUrl: url, account: 'me@example.com' })).toBe(
      true,
    );
    expect(isPlatformOf(configured, { name: url, baseUrl: url })).toBe(true);
    expect(isPlatformOf(configured, { name: url, baseUrl: url, account: 'you@example.com' })).toBe(
      false,
    );
    expect(isPlatformOf(configured, { name: 'other', baseUrl: 'https://other/' })).toBe(false);
    expect(isPlatformOf(undefined, { name: 'any' })).toBe(true);
  });

  it('is a home’s own one whatever its port, and no other home’s', () => {
    const at = (token: string, port: number) => {
      const baseUrl = `http://127.0.0.1:${port}/`;
      return { name: baseUrl, baseUrl, key: platformKey(token) };
    };
    expect(isPlatformOf(local, at('token-of-home', 4000))).toBe(true);
    expect(isPlatformOf(local, at('token-of-home', 5000))).toBe(true);
    expect(isPlatformOf(local, at('token-of-another', 4000))).toBe(false);
    expect(isPlatformOf(local, { name: 'a home that never was up' })).toBe(false);
  });

  it('is named with the other one and with the way back, never with a token', () => {
    const { message, hint } = describeOtherPlatform('Study beam-1', configured, {
      name: 'https://other.example.com/',
      key: platformKey('secret-token'),
    });
    expect(message).toContain('https://platform.example.com/ (account me@example.com)');
    expect(message).toContain('https://other.example.com/');
    expect(hint).toContain(`DOEFLOW_PLATFORM_URL=${url}`);
    expect(platformKey('secret-token')).not.toContain('secret');
  });

  it('that is a home’s own is named by the home, without accounts where none are told', () => {
    expect(describeOtherPlatform('Study beam-1', local, { name: url })).toEqual({
      message: `Study beam-1 belongs to the local platform in /home, but this engine speaks to ${url}. Nothing of it is sent there`,
      hint: 'To go on with it or to stop it, use DOEFLOW_HOME=/home without DOEFLOW_PLATFORM_URL',
    });
    const { message } = describeOtherPlatform(
      'Study beam-1',
      { kind: 'configured', baseUrl: url },
      { name: 'that one', account: 'you@example.com' },
    );
    expect(message).toContain(
      `${url}, but this engine speaks to that one (account you@example.com)`,
    );
  });

  it('is not known by an account that the study doesn’t tell', () => {
    const silent: StudyPlatform = { kind: 'configured', baseUrl: url };
    expect(isPlatformOf(silent, { name: url, baseUrl: url, account: 'you@example.com' })).toBe(
      true,
    );
  });
});

it('runs have their software from the platform’s address, or from this machine', () => {
  expect(platformOfRuns(configured)).toBe(url);
  expect([platformOfRuns(local), platformOfRuns(undefined)]).toEqual(['local', 'local']);
});
