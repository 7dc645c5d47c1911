import { expect, it } from 'vitest';
import { draftFromCommand } from '../../src/cli/init/from-own-files.ts';
import { draftText } from '../../src/cli/init/study-draft.ts';
import { parseStudy } from '../../src/study-file/index.ts';

const draft = draftText(
  draftFromCommand('sh solve.sh {x} {y}', {
    ...{ name: 'mine', source: 'a command', ranges: new Map([['y', [2, 5]]]) },
    fileBeside: (word) => (word === 'solve.sh' ? word : undefined),
    textBeside: () => undefined,
  }),
);

function messagesOf(text: string, wasAccepted = false): readonly string[] {
  const access = { readFile: () => 'echo', fileExists: (name: string) => name === 'solve.sh' };
  const { warnings } = parseStudy(text, { file: 'study.yaml', ...access, wasAccepted });
  return warnings.map(({ line, message }) => `${line}: ${message}`);
}

const output = '  - {name: mass, type: Output, from: {file: out.txt, key: mass}}\n';
const lineOf = (part: string): number =>
  draft.split('\n').findIndex((line) => line.includes(part)) + 1;

it('a draft says what nobody has filled in, each at its line', () => {
  expect(messagesOf(draft)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${lineOf('- at least one output')}: This study is a draft .*at least one output`,
      ),
    ),
    expect.stringMatching(new RegExp(`^${lineOf('name: x')}: The range of x is the one`)),
  ]);
});

it('says nothing more of what was filled in, also where its remarks still stand', () => {
  const filled = draft
    .replace('minvalue: 0, maxvalue: 1', 'minvalue: 0, maxvalue: 3')
    .replace(/design:/u, `${output}design:`);
  expect(messagesOf(filled)).toEqual([]);
});

it('says that a study reads no output', () => {
  const bare = draft.replaceAll(/^# .*\n/gmu, '').replace(/   # fill.*/u, '');
  expect(messagesOf(bare)).toEqual([expect.stringContaining('reads no output')]);
});

it('says so too of a study that was started: its runs are told what they stand for', () => {
  expect(messagesOf(draft, true)).toEqual(messagesOf(draft));
});
