import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { pathWord } from '../src/quote-shell.ts';

it('a path is one word of a pasted command, the same file, and no option', () => {
  for (const path of ['study.yaml', 'my study/it’s.yaml', "a'b.yaml", '$(x)`y`"z"', '~/a*', '']) {
    const got = execFileSync('sh', ['-c', `printf %s ${pathWord(path)}`], { encoding: 'utf8' });
    expect(got).toBe(path);
  }
  expect(pathWord('other/beam.yaml')).toBe('other/beam.yaml');
  expect(pathWord('-x.yaml')).toBe('./-x.yaml');
});
