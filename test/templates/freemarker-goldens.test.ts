import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../src/templates/index.ts';

interface Golden {
  readonly kind: string;
  readonly template: string;
  readonly value: string;
  /** Undefined where FreeMarker refuses. */
  readonly result: string | undefined;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '\\': '\\' };

/** Made by freemarker/make-goldens.sh with FreeMarker 2.3.34 on Java 17. */
const goldens = readFileSync(new URL('goldens/freemarker.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Golden => {
    const cells = line
      .split('\t')
      .map((cell) => cell.replace(/\\(.)/gu, (_, letter: string) => escapes[letter] ?? letter));
    const [kind = '', template = '', value = '', result = ''] = cells;
    return { kind, template, value, result: result.startsWith('=') ? result.slice(1) : undefined };
  });

function render(template: string, name: string, value: string | number): string | undefined {
  try {
    return parseTemplate(template, { file: 'golden' }).render({ [name]: value });
  } catch {
    return undefined;
  }
}

/** What FreeMarker takes or refuses by its settings on the platform, so that we refuse it. */
const refusedByUs = ['${ t?string}', '<#foo>', '<#_a>'];

describe('templates render as FreeMarker itself does', () => {
  const numbers = goldens.filter(({ kind }) => kind === 'number');
  const patterns = [...new Set(numbers.map(({ template }) => template))];

  it('has goldens of some thirty patterns', () => {
    expect(patterns.length).toBeGreaterThan(30);
    expect(numbers.length).toBeGreaterThan(1000);
  });

  it.each(patterns)('%s', (template) => {
    const ofPattern = numbers.filter((golden) => golden.template === template);
    const got = ofPattern.map(({ value }) => [value, render(template, 'x', Number(value))]);
    expect(got).toEqual(ofPattern.map(({ value, result }) => [value, result]));
  });

  it.each(goldens.filter(({ kind }) => kind === 'text'))(
    '$template',
    ({ template, value, result }) => {
      const expected = refusedByUs.includes(template) ? undefined : result;
      expect(render(template, 't', value)).toBe(expected);
    },
  );
});
