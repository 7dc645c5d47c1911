import { expect, it } from 'vitest';
import { inputsName, likelyLogs, runMarkerName } from '../../src/run/index.ts';

it('files that are named like logs come before those that outputs read, and others never', () => {
  const names = ['result.json', 'mesh.msh', 'sub/log.txt', inputsName, runMarkerName, 'solver.err'];
  expect(likelyLogs(names, new Set(['result.json']))).toEqual([
    ...['solver.err', 'sub/log.txt', 'result.json'],
  ]);
  expect(likelyLogs(['outline.stl', 'catalog.csv', 'logo.png'], new Set())).toEqual([]);
});

it('few of them are looked into', () => {
  const names = Array.from({ length: 9 }, (_, index) => `log.${index}`);
  expect(likelyLogs(names, new Set())).toEqual(['log.0', 'log.1', 'log.2']);
});
