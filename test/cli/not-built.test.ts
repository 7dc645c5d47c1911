import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verbs } from '../../src/cli/verbs.ts';

it('no document says of a command that is there that it isn’t built', () => {
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const lines = ['README.md', ...docs.map((name) => `docs/${name}`)].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line}`),
  );
  const names = verbs.map(({ name }) => name);
  expect(names).toContain('amend');
  expect(
    lines.filter(
      (line) => /not built/iu.test(line) && names.some((name) => line.includes(`\`${name}\``)),
    ),
  ).toEqual([]);
});
