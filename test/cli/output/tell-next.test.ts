import { expect, it } from 'vitest';
import { tellNext } from '../../../src/cli/output/tell-next.ts';

it.each([
  [{ terminal: false, json: false }, ['Next: doeflow logs a  |  doeflow retry a --failed']],
  [{ terminal: true, json: false }, []],
  [{ terminal: false, json: true }, []],
])('the next commands of a result that goes to %j', (to, expected) => {
  const told: string[] = [];
  const note = (line: string): void => void told.push(line);
  tellNext({ ...to, note }, ['doeflow logs a', 'doeflow retry a --failed']);
  expect(told).toEqual(expected);
});
