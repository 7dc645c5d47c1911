import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { starterFiles } from '../../src/cli/starter-study.ts';
import { studyJsonSchema } from '../../src/study-file/json-schema.ts';
import { exampleText } from './example.ts';

// `vitest run test/study-file/json-schema.test.ts -u` rewrites the published file.
it('the published JSON Schema is that of the code', async () => {
  const text = await format(JSON.stringify(studyJsonSchema()), { parser: 'json', printWidth: 100 });
  await expect(text).toMatchFileSnapshot('../../docs/study.schema.json');
});

describe('an editor with the JSON Schema', () => {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(studyJsonSchema());
  const folder = new URL('../../studies/', import.meta.url);
  const studies: readonly (readonly [string, string])[] = readdirSync(folder, {
    withFileTypes: true,
  })
    .filter((entry) => entry.isDirectory())
    .map(
      ({ name }) => [name, readFileSync(new URL(`${name}/study.yaml`, folder), 'utf8')] as const,
    );

  it.each([...studies, ['the example', exampleText] as const])('takes %s', (_name, text) => {
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each([
    ['an unknown field', 'seed: 42', 'sed: 42', '/design'],
    ['an unknown method', 'latin-hypercube', 'lhs', '/design/method'],
    ['an unknown type', 'type: Case', 'type: Scenario', '/variables/4'],
    [
      'a number with a unit',
      'slots: 4, walltime: 1',
      'slots: 4, walltime: 1 h',
      '/job/hardware/walltime',
    ],
    ['a missing job', 'job:', 'jobs:', ''],
  ])('refuses %s', (_title, from, to, place) => {
    expect(exampleText).toContain(from);
    expect(validate(parse(exampleText.replace(from, to)))).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(place);
  });

  it('finds it beside the starter study, by the first line', () => {
    const files = starterFiles('my-study');
    const [first = ''] = (files['study.yaml'] ?? '').split('\n');
    const path = /^# yaml-language-server: \$schema=\.\/(\S+)$/u.exec(first)?.[1] ?? '';
    expect(JSON.parse(files[path] ?? '')).toEqual(studyJsonSchema());
  });

  it('is told what every field means', () => {
    const bare: string[] = [];
    listBare(studyJsonSchema(), '', bare);
    expect(bare).toEqual([]);
  });
});

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** Fields without a description, but those of the platform's own records, which its document describes. */
function listBare(node: Node, path: string, bare: string[]): void {
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    const place = `${path}/${key}`;
    if (/licen[cs]e|flags|Script|templateTasks/iu.test(place)) continue;
    if (field.description === undefined) bare.push(place);
    listBare(field, place, bare);
  }
  for (const inner of [node.items, ...(node.anyOf ?? []), ...(node.oneOf ?? [])]) {
    if (inner) listBare(inner, path, bare);
  }
}
