/** What a study file leaves open is drawn by the rules of the day when the study was started. */
import { expect, it } from 'vitest';
import { hashOfFiles, loadSnapshotStudy, parseStudy } from '../../src/study-file/index.ts';
import { inMemory } from './example.ts';

const study = (inputs: number, more = ''): string => `
name: blocks
variables:
${Array.from({ length: inputs }, (_, j) => `  - {name: x${j}, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}`).join('\n')}
  - {name: y, type: Output, from: {file: out.txt, regex: 'y=(.*)'}}
design: {method: saltelli, baseSamples: 32${more}}
job:
  analysis: {code: user_included}
  command: echo y=${Array.from({ length: inputs }, (_, j) => `\${x${j}}`).join('')} > out.txt
  hardware: {coreType: emerald, coresPerSlot: 1}
`;
const optionsOf = (text: string, designRules?: number) =>
  parseStudy(text, {
    ...inMemory(),
    ...(designRules === undefined ? {} : { designRules }),
  }).study.design.options;

it('Saltelli blocks of five inputs and more are of 16 scramblings', () => {
  expect(optionsOf(study(5))).toEqual({ baseSamples: 32, scramblings: 16 });
  expect(optionsOf(study(4))).toEqual({ baseSamples: 32 });
  expect(optionsOf(study(5, ', scramblings: 8'))).toMatchObject({ scramblings: 8 });
});

it('a study that was started before keeps its rows, and its plan hash', async () => {
  const filePath = (): undefined => undefined;
  const source = { text: study(5), file: 'study.yaml', filePath };
  const before = await loadSnapshotStudy(source);
  const now = await loadSnapshotStudy({ ...source, designRules: 2 });
  expect(before.study.design.options).toEqual({ baseSamples: 32 });
  expect(hashOfFiles(before.study, [])).toBe(
    hashOfFiles(parseStudy(study(5), { ...inMemory(), designRules: 1 }).study, []),
  );
  expect(before.plan.block(1, 100)).not.toEqual(now.plan.block(1, 100));
  const explicit = await loadSnapshotStudy({ ...source, text: study(5, ', scramblings: 16') });
  expect(explicit.plan.block(1, 100)).toEqual(now.plan.block(1, 100));
});
