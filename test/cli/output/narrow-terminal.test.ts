import { describe, expect, it } from 'vitest';
import { createColors } from '../../../src/cli/output/colors.ts';
import { createHumanVoice } from '../../../src/cli/output/human-voice.ts';
import type { Block } from '../../../src/cli/output/view.ts';
import { widthOf, wrapText } from '../../../src/cli/output/wrap-text.ts';

const colors = createColors({ terminal: false, env: {} });
const shown = (block: Block, columns: number, terminal = true): string =>
  createHumanVoice({ terminal, columns: () => columns, colors })({ json: null, human: [block] });

const studies: Block = {
  kind: 'table',
  head: ['study', 'status', 'runs', 'done', 'failed', 'cost', 'started'],
  rows: [
    [
      ...['cantilever-beam-20261121T110245Z-1a2b', 'Running, waiting for a cluster'],
      ...['300', '120', '3', '1.20 to 1.44 USD', '2026-11-21T11:02:45.000Z'],
    ],
    ['sweep-20261121T110245Z-77aa', 'Finished', '12', '12', '0', '', '2026-11-21T11:02:45.000Z'],
  ],
  right: [2, 3, 4, 5],
};

const runs: Block = {
  kind: 'table',
  head: ['run', 'status', 'exit', 'message'],
  rows: [
    [
      '7',
      'Failed',
      '3',
      'the log says: mesh inverted at element 4711, so that nothing could be solved',
    ],
    ['12', 'Failed', '', 'Expected a number, got "NaN"'],
  ],
  right: [0, 2],
};

const facts: Block = {
  kind: 'facts',
  rows: [
    ['study', 'cantilever-beam-20261121T110245Z-1a2b'],
    ['note', 'Paused by the guard: all of the first 5 ended runs failed. Nothing more is started'],
    ['ui', 'http://127.0.0.1:20440/namespaces/default/workflows/study-cantilever-beam'],
  ],
};

const next: Block = {
  kind: 'next',
  commands: [
    'doeflow logs cantilever-beam-20261121T110245Z-1a2b',
    'doeflow retry cantilever-beam-20261121T110245Z-1a2b --failed',
  ],
};

/** The words of a text, whatever stands between them. */
const words = (text: string): readonly string[] =>
  text.split(/[\s,\\]+/u).filter((word) => word !== '');

describe.each([44, 80, 200])('a terminal of %i columns', (columns) => {
  it.each([studies, runs, facts, next])(
    'shows all of it, no word folded by the terminal',
    (block) => {
      const text = shown(block, columns);
      for (const line of text.split('\n')) {
        // A single word, such as an address, may be wider than the terminal.
        if (/\s/u.test(line.trim())) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
      }
      const rest = new Set(words(text));
      for (const word of words(shown(block, 1000))) {
        if (!['study', '|'].includes(word)) expect(rest, text).toContain(word);
      }
    },
  );
});

it('a table that fits is left as it is, and so is what goes to a pipe', () => {
  expect(shown(studies, 200)).toBe(shown(studies, 1000));
  expect(shown(studies, 44, false)).toBe(shown(studies, 1000, false));
});

it('the longest texts of a table are folded in their column', () => {
  expect(shown(runs, 60)).toMatchInlineSnapshot(`
    "run  status  exit  message
      7  Failed     3  the log says: mesh inverted at element
                       4711, so that nothing could be solved
     12  Failed        Expected a number, got "NaN"
    "
  `);
});

it('a table that is still too wide becomes a paragraph a row', () => {
  expect(shown(studies, 44)).toMatchInlineSnapshot(`
    "cantilever-beam-20261121T110245Z-1a2b
      status Running, waiting for a cluster
      runs 300, done 120, failed 3
      cost 1.20 to 1.44 USD
      started 2026-11-21T11:02:45.000Z
    sweep-20261121T110245Z-77aa
      status Finished, runs 12, done 12
      failed 0, started 2026-11-21T11:02:45.000Z
    "
  `);
});

it('commands that do not fit on one line stand on their own, and can be copied', () => {
  expect(shown(next, 60)).toMatchInlineSnapshot(`
    "Next:
      doeflow logs cantilever-beam-20261121T110245Z-1a2b
      doeflow retry cantilever-beam-20261121T110245Z-1a2b \\
        --failed
    "
  `);
});

it('a command in a sentence stays whole where it fits', () => {
  const sentence =
    'Nothing more is started. To go on: doeflow resume beam-2026-1a2b --detach; or stop it';
  expect(wrapText(sentence, 44)).toBe(
    'Nothing more is started. To go on:\ndoeflow resume beam-2026-1a2b --detach; or\nstop it',
  );
  expect(wrapText('  a bb ccc', 6)).toBe('  a bb\n  ccc');
});
