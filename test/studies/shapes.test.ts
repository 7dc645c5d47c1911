/** A study of every shape a run can have, on a platform with all that is served and on one with nothing beyond the document: the same bytes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { runStudy, temporaryFolder, type EndedStudy } from './run-study.ts';

describe('cases, replicates, a nominal run, a post-process and the run’s own numbers', () => {
  const studies: EndedStudy[] = [];
  const tables: string[] = [];
  const findings: unknown[] = [];

  beforeAll(async () => {
    for (const documentOnly of [false, true]) {
      const folder = temporaryFolder(afterAll);
      writeStudy(folder);
      const stack = await startStack({ documentOnly, speed: 20 });
      try {
        const study = await runStudy(folder, join(folder, 'results'), stack.env);
        studies.push(study);
        tables.push(readFileSync(join(study.printed.resultsDir, 'results.csv'), 'utf8'));
        findings.push(await findingsOn(stack));
      } finally {
        await stack.stop();
      }
    }
  });

  it('are all run', () => {
    for (const { printed, rows } of studies) {
      expect(printed.runs).toEqual({ total: 16, done: 16, failed: 0, stopped: 0, withdrawn: 0 });
      // Run 0 besides them.
      expect(rows.map(({ run }) => Number(run))).toEqual(Array.from({ length: 17 }, (_, n) => n));
    }
  });

  it('come case fastest, then row, then replicate, and reach the model as they are', () => {
    const rows = studies[0]?.rows.slice(1) ?? [];
    for (const [index, row] of rows.entries()) {
      const load = 1 + (index % 2);
      const temperature = index % 4 < 2 ? 10 : 20;
      expect(row).toMatchObject({ load: String(load), temperature: String(temperature) });
      expect(Number(row['y'])).toBeCloseTo(Number(row['x']) * load + temperature, 9);
      expect(row['total']).toBe(String(load + temperature));
      expect(row['said']).toBe(`${row['run']} ${index < 8 ? 1 : 2}`);
      expect(row['x']).toBe(rows[index % 8]?.['x']);
      const { colour = '', x, seen } = row;
      expect(row['told']).toBe(
        `${colour}|x=${Number(x).toFixed(3)} of ${seen}|it's ${colour}/0${load}|${temperature}`,
      );
      expect(row['after']).toBe(`${row['a']} kept`);
    }
    expect(new Set(rows.map((row) => row['seen'])).size).toBe(16);
  });

  it('leave the same table whatever the platform serves, and the same findings on its jobs', () => {
    expect(tables[1]).toBe(tables[0]);
    expect(findings[0]).toEqual(
      Array.from({ length: 4 }, () => [['Mean of y', expect.anything()]]),
    );
    expect(findings[1]).toEqual(findings[0]);
  });
});

/** Name and value of what stands in the section Findings of each job, in the order of the values. */
async function findingsOn(stack: Stack): Promise<unknown> {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(new URL(`api/v2/${path}`, stack.platformUrl), {
      headers: stack.platformHeaders,
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as T;
  };
  const { results } = await get<{ results: { id: string }[] }>('jobs/?page_size=100');
  return Promise.all(
    results.map(async ({ id }) =>
      Object.entries(
        await get<Record<string, { value: unknown }>>(`jobs/${id}/custom-fields/`),
      ).map(([name, { value }]) => [name, value]),
    ),
  );
}

function writeStudy(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'model.sh'),
    `read run replicate seed a x load temperature < in.txt
echo "y = $(awk -v x=$x -v l=$load -v t=$temperature 'BEGIN { printf "%.6f", x * l + t }')" > out.txt
echo "said = $run $replicate" >> out.txt
echo "seen = $seed" >> out.txt
echo "told = $1|$2|$LABEL|$DOEFLOW_VAR_temperature" >> out.txt
`,
  );
  writeFileSync(
    join(folder, 'total.sh'),
    `read run replicate seed a x load temperature < in.txt
printf 'total\\t%s\\n' $((load + temperature))
`,
  );
  writeFileSync(
    join(folder, 'in.txt.in'),
    '${run} ${replicate} ${seed} ${a} ${x?string("0.000")} ${load} ${temperature}\n',
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: shaped
variables:
  - { name: a, type: Param, values: [red, blue] }
  - { name: x, type: Param, generator: Normal, settings: { mean: 5, stddev: 1 }, format: "0.000" }
  - { name: colour, type: Param, values: [deep red, "it's $HOME \`id\` *"] }
  - { name: load, type: Case, values: [1, 2] }
  - { name: temperature, type: Case, values: [10, 20] }
  - { name: y, type: Output, from: { file: out.txt, key: y } }
  - { name: said, type: Output, valueType: text, from: { file: out.txt, key: said } }
  - { name: seen, type: Output, valueType: integer, from: { file: out.txt, key: seen } }
  - { name: told, type: Output, valueType: text, from: { file: out.txt, key: told } }
  - { name: total, type: Output, from: postProcess }
  - { name: after, type: Output, valueType: text, from: { file: after.txt, key: after } }
design: { method: latin-hypercube, runs: 2, seed: 3, replicates: 2, includeNominalRun: true }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh \${colour} "x=\${x?string("0.000")} of \${seed}"
  envVars: { LABEL: "it's \${colour}/\${load?string('00')}", PLAIN: kept }
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
  inputFiles: [model.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
  postProcess: { script: total.sh, command: 'echo "after = \${a} $PLAIN" > after.txt; sh total.sh' }
execution: { runsPerJob: 6 }
findings:
  - { name: Mean of y, value: mean(y) }
`,
  );
}
