import { describe, expect, it } from 'vitest';
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
});
