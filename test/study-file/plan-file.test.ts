import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isPlanFile,
  planFileText,
  planHash,
  planLoadedStudy,
  readPlanFile,
  readStudy,
} from '../../src/study-file/index.ts';

let root = '';
let study = '';
let planFile = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-plan-file-'));
  study = join(root, 'beam');
  planFile = join(root, 'beam-plan.json');
  mkdirSync(study);
  writeFileSync(join(study, 'model.sh'), 'echo "$1" > y.txt\n');
  writeFileSync(join(study, 'grades.csv'), 'grade\nS235\nS355\n');
  writeFileSync(
    join(study, 'study.yaml'),
    `name: beam
variables:
  - {name: w, type: Param, generator: Normal, settings: {mean: 2, stddev: 0.1}}
  - {name: grade, type: Case, caseFile: grades.csv}
  - {name: y, type: Output, from: {file: y.txt, regex: '(\\S+)'}}
design: {method: latin-hypercube, runs: 5, seed: 3}
job:
  analysis: {code: user_included}
  command: 'sh model.sh \${w}\${grade}'
  hardware: {coreType: emerald}
  inputFiles: [model.sh]
`,
  );
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

async function keep(): Promise<string> {
  const loaded = await readStudy(study);
  const text = await planFileText(
    { loaded, plan: planLoadedStudy(loaded) },
    { target: planFile, engineVersion: '1.2.3' },
  );
  writeFileSync(planFile, text);
  return text;
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

describe('a plan file', () => {
  it('gives back the plan: its rows, its files and its identity', async () => {
    await keep();
    const before = await readStudy(study);
    const kept = await readPlanFile(planFile);
    expect(kept.plan.block(0, 10)).toEqual(planLoadedStudy(before).block(0, 10));
    expect(kept.loaded.study).toEqual(before.study);
    expect(kept.loaded.files).toEqual(before.files);
    expect(await planHash(kept.loaded)).toBe(await planHash(before));
    expect(kept.remarks).toEqual([]);
  });

  it('is the same text whenever the same plan is kept', async () => {
    expect(await keep()).toBe(await keep());
  });

  it('is known by how it begins, and nothing else is', async () => {
    await keep();
    expect(isPlanFile(planFile)).toBe(true);
    for (const other of ['.', 'study.yaml', 'none']) {
      expect(isPlanFile(join(study, other))).toBe(false);
    }
  });

  it('holds the study file as it was planned, whatever became of that', async () => {
    await keep();
    edit(join(study, 'study.yaml'), 'seed: 3', 'seed: 4');
    const { loaded, remarks } = await readPlanFile(planFile);
    expect(loaded.study.design.seed).toBe(3);
    expect(remarks).toEqual([expect.stringMatching(/^study.yaml has changed since/)]);
    rmSync(join(study, 'study.yaml'));
    expect((await readPlanFile(planFile)).loaded.study.design.seed).toBe(3);
  });

  it('may be moved together with its study', async () => {
    await keep();
    const moved = `${root}-moved`;
    renameSync(root, moved);
    const { plan } = await readPlanFile(join(moved, 'beam-plan.json'));
    renameSync(moved, root);
    expect(plan.runCount).toBe(10);
  });

  it('is refused with the name of every file that is no longer as planned', async () => {
    await keep();
    edit(join(study, 'model.sh'), 'echo', 'ecHo');
    rmSync(join(study, 'grades.csv'));
    await expect(readPlanFile(planFile)).rejects.toMatchObject({
      code: 'USAGE_PLAN_CHANGED',
      exitCode: 5,
      message: expect.stringMatching(
        /grades\.csv is missing .*\n +model\.sh has changed since it was planned/,
      ) as unknown,
      hint: expect.stringContaining(`doeflow plan ${study} -o ${planFile}`) as unknown,
    });
  });

  it.each([
    ['the study', 'runs: 5', 'runs: 6'],
    ['a hash', '"planHash": "', '"planHash": "0000'],
    ['the hash of a file', '"role": "input"', '"role": "script"'],
  ])('is refused where %s was changed in it', async (_what, from, to) => {
    await keep();
    edit(planFile, from, to);
    await expect(readPlanFile(planFile)).rejects.toMatchObject({ exitCode: 5 });
  });

  it('is refused where a key stands twice in it, with its line', async () => {
    await keep();
    edit(planFile, '  "study":', '  "study": "other",\n  "study":');
    await expect(readPlanFile(planFile)).rejects.toMatchObject({
      exitCode: 5,
      message: expect.stringMatching(/:6: The key "study" appears twice/u) as unknown,
    });
  });

  it('is refused where it was cut', async () => {
    const text = await keep();
    writeFileSync(planFile, text.slice(0, text.length / 2));
    await expect(readPlanFile(planFile)).rejects.toMatchObject({
      code: 'USAGE_PLAN_FILE',
      exitCode: 5,
    });
  });
});
