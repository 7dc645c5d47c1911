import { expect, it } from 'vitest';
import { notifyUrlProblem } from '../../src/notify/index.ts';

it.each([
  'https://hooks.example.com/a',
  'http://127.0.0.1:8080/',
  'http://localhost/x',
  'http://[::1]:9/',
])('news may be sent to %s', (url) => {
  expect(notifyUrlProblem(url)).toBeUndefined();
});

it.each([
  'http://example.com/',
  'http://127.0.0.1.example.com/',
  'http://10.0.0.1/',
  'https://user:secret@example.com/',
  'file:///etc/passwd',
  'ftp://localhost/',
  'hooks.example.com',
  '',
])('news may not be sent to %s', (url) => {
  expect(notifyUrlProblem(url)).toMatch(/^it /u);
});
