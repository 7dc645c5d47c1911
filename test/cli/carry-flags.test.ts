import { expect, it } from 'vitest';
import { createCarryFlags } from '../../src/cli/carry-flags.ts';

const acme = createCarryFlags({ profile: 'acme' }, () => 'embedded');

it.each([
  ['doeflow watch a-1', 'doeflow --profile acme watch a-1'],
  [
    'Next: doeflow logs a  |  doeflow retry a --failed',
    'Next: doeflow --profile acme logs a  |  doeflow --profile acme retry a --failed',
  ],
  ['doeflow run STUDY --profile other', 'doeflow run STUDY --profile other'],
  ['Run doeflow login, or set', 'Run doeflow --profile acme login, or set'],
  ['doeflow render a 1', 'doeflow --profile acme render a 1'],
  ['doeflow init my-study', 'doeflow init my-study'],
  ['the parts that doeflow starts', 'the parts that doeflow starts'],
])('a suggested command has the profile that was given: %s', (text, expected) => {
  expect(acme(text)).toBe(expected);
});

it('a profile that is taken anyway is left out', () => {
  const usual = createCarryFlags({ profile: 'acme' }, () => 'acme');
  expect(usual('doeflow list')).toBe('doeflow list');
});

it('addresses go along', () => {
  const flags = { platformUrl: 'http://p.example.com/', insecureHttp: true };
  expect(createCarryFlags(flags, () => 'embedded')('doeflow doctor')).toBe(
    'doeflow --platform-url http://p.example.com/ --insecure-http doctor',
  );
});
