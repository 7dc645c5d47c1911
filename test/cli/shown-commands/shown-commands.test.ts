import { describe, expect, it } from 'vitest';
import { fillIn } from './fill-in.ts';
import { namesVerb, refusalOf } from './parse-command.ts';
import { commandsOfHelp, commandsOfPage, wordsOf } from './read-shown-commands.ts';
import { readShownCommands } from './shown-commands.ts';
import { notRun, tour } from './tour.ts';

const shown = await readShownCommands();
const samples = { job: 'ABCD', platformUrl: 'http://127.0.0.1:1/', archive: './archive' };
const textsOf = (commands: readonly { readonly text: string }[]): readonly string[] =>
  commands.map(({ text }) => text);

describe('the commands that people are shown', () => {
  it('are taken by the command line: verbs, options and arguments are there', async () => {
    const refused: string[] = [];
    for (const { text, words, where, inSentence } of shown) {
      if (inSentence && (await namesVerb(words))) continue;
      const refusal = await refusalOf(wordsOf(fillIn(text, samples)).slice(1));
      if (refusal !== undefined) refused.push(`${where}: ${text}: ${refusal}`);
    }
    const what =
      'Mend what is shown; for a new word in capitals, add what it stands for to test/cli/shown-commands/fill-in.ts';
    expect(refused, what).toEqual([]);
  });

  it('are all that test/cli/shown-commands/tour.ts names', () => {
    const texts = new Set(textsOf(shown));
    const gone = [...tour.map((stop) => stop.shown), ...Object.keys(notRun)].filter(
      (text) => !texts.has(text),
    );
    expect(gone, 'Nobody shows these any more: take their lines out of tour.ts').toEqual([]);
  });

  it('include those of README, of the documents, of a starter study and of the help pages', () => {
    const places = new Set(shown.map(({ where }) => where.replace(/:\d+$/u, '')));
    for (const place of ['README.md', 'docs/archive.md', 'doeflow --help', 'doeflow api --help']) {
      expect([...places]).toContain(place);
    }
    expect(textsOf(shown)).toContain('doeflow results my-study');
  });
});

describe('a page', () => {
  it('shows commands in blocks, behind prompts, assignments and pipes, and over several lines', () => {
    const page = [
      '    A=1 doeflow run x && doeflow list # doeflow not this',
      '    doeflow archive create \\',
      "      n --select 'a b'",
      '```console',
      '$ doeflow dev',
      'doeflow printed this',
      '```',
      '```mermaid',
      'doeflow is drawn here',
      '```',
    ].join('\n');
    const commands = commandsOfPage('page.md', page);
    expect(commands.map(({ where, text }) => `${where} ${text}`)).toEqual([
      'page.md:1 doeflow run x',
      'page.md:1 doeflow list',
      "page.md:3 doeflow archive create n --select 'a b'",
      'page.md:5 doeflow dev',
    ]);
  });

  it('shows commands in sentences, where a line may end within one', () => {
    const page = 'Say `doeflow\nlist`, or `node dist/src/cli/main.js dev`; `doeflow.ts` is a file.';
    expect(commandsOfPage('page.md', page)).toMatchObject([
      { text: 'doeflow list', where: 'page.md:1', inSentence: true },
      { text: 'doeflow dev', where: 'page.md:2', inSentence: true },
    ]);
  });

  it('of help shows commands at the start of lines, in brackets and in backticks', () => {
    const page = [
      'Usage: doeflow plan [options]',
      '  doeflow plan x          see it (doeflow is quick)',
      'bash: source <(doeflow completion bash)',
      'ask a person (doeflow archive approve)',
    ].join('\n');
    expect(textsOf(commandsOfHelp('plan', page))).toEqual([
      'doeflow plan x',
      'doeflow completion bash',
      'doeflow archive approve',
    ]);
  });
});

describe('a command line that is only taken apart', () => {
  it.each([
    [['plan', '--shw', '3'], /unknown option '--shw'/],
    [['pln'], /unknown command 'pln'/],
    [['archive', 'create', 'n'], /required option '--select/],
    [['archive', 'crate', 'n'], /unknown command 'crate'/],
    [['watch'], /missing required argument 'study'/],
    [['results', 'x', '--format', 'xls'], /Allowed choices/],
  ])('is refused as it would be: %j', async (words, why) => {
    expect(await refusalOf(words)).toMatch(why);
  });

  it('runs nothing', async () => {
    expect(await refusalOf(['stop', 'x', '--force'])).toBeUndefined();
  });
});
