import { describe, expect, it } from 'vitest';
import { verbs } from '../../src/cli/verbs.ts';
import { splitCommands } from '../../src/run/command-spans.ts';
import { escapeMarkdown, escapeMarkdownLine } from '../../src/run/index.ts';

describe('text of others in Markdown', () => {
  it.each([
    ['upload files_v1.2-final.csv of job 3 (abc)', 'upload files_v1.2-final.csv of job 3 (abc)'],
    ['![x](https://evil.example/a.png)', '!\\[x\\](https:\u2060//evil.example/a.png)'],
    ['<img src=x onerror=1>', '\\<img src=x onerror=1\\>'],
    ['a | b `c` *d* _e_ ~f~ &lt;', 'a \\| b \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\&lt;'],
    ['# head', '\\# head'],
    ['1. first', '1\\. first'],
    ['    code', 'code'],
    ['\u001b]8;;https://evil.example\u0007go\u202eon', '\\]8;;https:\u2060//evil.example go on'],
    [
      'see www.evil.example or a@evil.example',
      'see www\u2060.evil.example or a@\u2060evil.example',
    ],
    ['back\\slash', 'back\\\\slash'],
  ])('%j shows itself and nothing else', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  it('keeps lines, or is one', () => {
    expect(escapeMarkdown('one\n\n- two\n> three')).toBe('one\n\n\\- two\n\\> three');
    expect(escapeMarkdownLine('one\r\n\n| two\u2028three')).toBe('one \\| two three');
  });

  it.each([
    [
      'a; doeflow retry s-1 --failed --with-changes',
      'a; `doeflow retry s-1 --failed --with-changes`',
    ],
    ['doeflow doctor says it. Then _go_', '`doeflow doctor` says it. Then \\_go\\_'],
    ['to end it: doeflow stop s-1.', 'to end it: `doeflow stop s-1`.'],
    ['see doeflow schedule show nightly_1: x', 'see `doeflow schedule show nightly_1`: x'],
    ['doeflow results s-1 --to FOLDER', '`doeflow results s-1 --to FOLDER`'],
    [
      'doeflow api DELETE jobs/a_b; doeflow api DELETE jobs/c',
      '`doeflow api DELETE jobs/a_b`; `doeflow api DELETE jobs/c`',
    ],
    ['then: doeflow retry with --failed', 'then: `doeflow retry` with `--failed`'],
    [
      'temporal workflow terminate --workflow-id study-a; so',
      '`temporal workflow terminate --workflow-id study-a`; so',
    ],
    ['Nothing: doeflow starts it again', 'Nothing: doeflow starts it again'],
    ['doeflow retry `x` [y](z)', '`doeflow retry` \\`x\\` \\[y\\](z)'],
    ['a -- b, c--d', 'a -- b, c--d'],
  ])('puts commands into code spans: %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  it('knows each verb of the command line', () => {
    for (const { name } of verbs) {
      expect(splitCommands(`say doeflow ${name} now`).map(({ isCommand }) => isCommand)).toContain(
        true,
      );
    }
  });
});
