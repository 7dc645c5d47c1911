import { describe, expect, it } from 'vitest';
import { createColors } from '../../../src/cli/output/colors.ts';
import { createHumanVoice } from '../../../src/cli/output/human-voice.ts';
import { jsonVoice } from '../../../src/cli/output/json-voice.ts';
import { quietVoice } from '../../../src/cli/output/quiet-voice.ts';
import type { View } from '../../../src/cli/output/view.ts';

const colors = createColors({ terminal: false, env: {} });
const onTerminal = createHumanVoice({ terminal: true, columns: () => 80, colors });
const onPipe = createHumanVoice({ terminal: false, columns: () => 80, colors });

const view: View = {
  json: { study: 'beam\u009b31m', runs: 2 },
  human: [
    {
      kind: 'facts',
      rows: [
        ['study', 'beam'],
        ['status', 'Running'],
      ],
    },
    { kind: 'text', lines: ['', 'runs'] },
    {
      kind: 'table',
      head: ['run', 'status'],
      rows: [
        ['1', 'done'],
        ['22', 'fai\u001b[31mled\ttwice'],
      ],
      right: [0],
    },
    { kind: 'next', commands: ['doeflow results beam'] },
  ],
  quiet: 'beam',
};

describe('voices', () => {
  it('align tables and name the next step on a terminal', () => {
    expect(onTerminal(view)).toMatchInlineSnapshot(`
      "study   beam
      status  Running

      runs
      run  status
        1  done
       22  failed twice
      Next: doeflow results beam
      "
    `);
  });

  it('give a pipe tab-separated lines and no next step', () => {
    expect(onPipe(view)).toMatchInlineSnapshot(`
      "study: beam
      status: Running

      runs
      run	status
      1	done
      22	failed twice
      "
    `);
  });

  it('give one JSON document in which no control character is bare', () => {
    expect(jsonVoice(view)).toBe('{\n  "study": "beam\\u009b31m",\n  "runs": 2\n}\n');
    expect(JSON.parse(jsonVoice(view))).toEqual(view.json);
  });

  it('give the quiet one line or none', () => {
    expect(quietVoice(view)).toBe('beam\n');
    expect(quietVoice({ json: null, human: [] })).toBe('');
  });
});

describe('colours', () => {
  it.each([
    [{ terminal: true, env: {} }, true],
    [{ terminal: false, env: {} }, false],
    [{ terminal: true, env: { NO_COLOR: '1' } }, false],
    [{ terminal: true, env: { NO_COLOR: '' } }, true],
    [{ terminal: true, env: { TERM: 'dumb' } }, false],
    [{ terminal: false, env: { FORCE_COLOR: '1' } }, true],
    [{ terminal: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
    [{ terminal: true, env: {}, refused: true }, false],
  ])('for %j are on: %s', (setting, on) => {
    expect(createColors(setting).isColorSupported).toBe(on);
  });
});
