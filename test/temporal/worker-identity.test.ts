import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { processName, thisProcess } from '../../src/temporal/worker-identity.ts';

test('a process is named by its number and machine, in a container also by the container', () => {
  expect(processName(17, 'node')).toBe('17@node');
  expect(processName(1, 'node', '4026532301')).toBe('1@node:4026532301');
});

test('this process is found by its name', () => {
  expect(thisProcess()).toMatch(new RegExp(`^${process.pid}@${hostname()}(:\\d+)?$`, 'u'));
});
