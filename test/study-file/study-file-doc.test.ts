import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { designMethods } from '../../src/design/index.ts';
import { generatorNames } from '../../src/distributions/index.ts';
import { outputFromSchema } from '../../src/study-file/variable-schema.ts';

const page = readFileSync(new URL('../../docs/study-file.md', import.meta.url), 'utf8');

it.each([...Object.keys(designMethods), ...generatorNames])(
  'docs/study-file.md has a line of %s',
  (name) => {
    expect(page).toContain(`\n| \`${name}\` |`);
  },
);

it.each(Object.keys(outputFromSchema.options[1].shape))(
  'docs/study-file.md tells of %s under `from`',
  (key) => {
    expect(page).toMatch(new RegExp(`\\| .*\\b${key}:`));
  },
);
