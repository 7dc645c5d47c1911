/** docs/command-line.md holds the help page of every verb: written from the program, never by hand. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verbs } from '../../src/cli/verbs.ts';
import { helpPage, verbLines } from './shown-commands/parse-command.ts';

const path = 'docs/command-line.md';

it('is the help of every verb as the program prints it', async () => {
  const lines = (await verbLines(verbs.map(({ name }) => name))).filter(([name]) => name);
  const sections = await Promise.all(
    lines.map(async (words) => {
      const page = (await helpPage(words)).trim();
      return `## doeflow ${words.join(' ')}\n\n\`\`\`text\n${page}\n\`\`\`\n`;
    }),
  );
  const intro = `# The command line\n\nThe help pages of all verbs. This page is made from the program by \`npx vitest run --project unit test/cli/command-line-doc.test.ts -u\`.\n`;
  await expect([intro, ...sections].join('\n')).toMatchFileSnapshot(`../../${path}`);
});

it('has a section for every verb', () => {
  const page = readFileSync(path, 'utf8');
  for (const { name } of verbs) expect(page).toContain(`\n## doeflow ${name}\n`);
});
