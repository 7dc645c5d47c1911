import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadPlan } from '../../../src/cli/load-plan.ts';
import { measureUpload } from '../../../src/cli/plan/measure-upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-upload-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function uploadOf(design: string, execution: string) {
  writeFileSync(join(folder, 'solve.sh'), 'echo 1234\n'); // 10 bytes
  writeFileSync(join(folder, 'in.txt.in'), '${w}\n'); // 5 bytes
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: beam
variables:
  - {name: w, type: Design, generator: Linspace, settings: {minvalue: 1, maxvalue: 4, count: 4}}
  - {name: load, type: Case, values: [500, 1000]}
  - {name: y, type: Output, from: {file: out.json, pointer: /y}}
design: ${design}
job:
  analysis: {code: user_included}
  command: 'sh solve.sh \${load}'
  hardware: {coreType: emerald}
  inputFiles: [solve.sh]
  templates: [{template: in.txt.in, as: in.txt}]
execution: ${execution}
`,
  );
  const { loaded, plan } = await loadPlan(folder);
  return measureUpload(loaded.files, loaded.study, plan);
}

// The template of the runs' values: "w\t${w}\n" and "load\t${load}\n".
const template = 7 + 13;

it('the upload of a plan is its files, the tables of its jobs and the template of its values', async () => {
  // A param file "w\n1\n2\n3\n4\n" and a case file "load\n500\n1000\n".
  expect(await uploadOf('{method: full-factorial}', '{}')).toEqual({
    files: 5,
    bytes: 10 + 5 + template + 10 + 14,
    exact: true,
  });
});

it('each job has tables of its own', async () => {
  // Two jobs: "w\n1\n2\n" and "w\n3\n4\n", each with the case file.
  expect(await uploadOf('{method: full-factorial}', '{runsPerJob: 4}')).toEqual({
    files: 7,
    bytes: 10 + 5 + template + 2 * (6 + 14),
    exact: true,
  });
});
