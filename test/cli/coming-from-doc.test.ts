/** The examples of docs/coming-from.md: the Dakota input becomes the study that is shown, and every study is valid. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { temporaryFolder } from '../studies/run-study.ts';

const folder = temporaryFolder(afterAll);
const page = readFileSync('docs/coming-from.md', 'utf8');
const blocksOf = (kind: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'gu'))].map(
    ([, text = '']) => text,
  );

it('makes the study that is shown of the Dakota input', async () => {
  const [input = ''] = blocksOf('dakota');
  const place = join(folder, 'dakota');
  mkdirSync(place);
  writeFileSync(join(place, 'beam.in'), input);
  writeFileSync(join(place, 'driver.sh'), 'true\n');
  const beam = join(place, 'beam');
  const end = await doeflowInProcess(['init', beam, '--from', join(place, 'beam.in')], {});
  expect(end).toMatchObject({ exitCode: 0 });
  const made: unknown = parse(readFileSync(join(beam, 'study.yaml'), 'utf8'));
  expect(made).toEqual(parse(blocksOf('yaml')[0] ?? ''));
  expect(await doeflowInProcess(['validate', beam], {})).toMatchObject({ exitCode: 0 });
});

it.each([1, 2])('shows a valid study in block %i', async (index) => {
  const text = blocksOf('yaml')[index] ?? '';
  const place = join(folder, String(index));
  mkdirSync(place);
  writeFileSync(join(place, 'study.yaml'), text);
  const { job } = parse(text) as { readonly job: { readonly inputFiles: readonly string[] } };
  for (const name of job.inputFiles) writeFileSync(join(place, name), 'true\n');
  expect(await doeflowInProcess(['validate', place], {})).toMatchObject({ exitCode: 0 });
});
