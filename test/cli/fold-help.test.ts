import { afterEach, describe, expect, it } from 'vitest';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { verbs } from '../../src/cli/verbs.ts';

const given = Object.getOwnPropertyDescriptor(process.stdout, 'columns');

afterEach(() => {
  if (given === undefined) Reflect.deleteProperty(process.stdout, 'columns');
  else Object.defineProperty(process.stdout, 'columns', given);
});

describe('help', () => {
  it.each([44, 80])('is no wider than a terminal of %i columns', async (columns) => {
    Object.defineProperty(process.stdout, 'columns', { value: columns, configurable: true });
    const pages = [[], ...verbs.map(({ name }) => [name])];
    for (const page of pages) {
      const { stdout } = await doeflowInProcess([...page, '--help'], {});
      const wide = stdout.split('\n').filter((line) => line.length > columns);
      expect(wide, page.join(' ')).toEqual([]);
      expect(stdout).not.toMatch(/default: (?:\{\}|\[\])/u);
    }
    const { stdout } = await doeflowInProcess(['compare', '--help'], {});
    expect(stdout).toMatch(
      columns < 80 ? /--absolute <amount>\n {6}absolute/u : /--absolute <amount> {2,}absolute/u,
    );
  });
});
