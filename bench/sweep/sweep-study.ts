import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';

/** One sweep through the whole path, from the study file to the results table. */
export interface EngineSweep {
  /** Wall time of `doeflow run`, its own start included. */
  readonly seconds: number;
  readonly studyId: string;
}

/**
 * Writes a study whose runs do what the peers' commands do: one shell line that writes one number.
 * @param jobs so many of two slots, two at a time; without a number as the study's plan has it
 */
export function writeSweepStudy(
  folder: string,
  name: string,
  count: number,
  jobs?: number,
): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'n.txt.in'), '${n}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: n, type: Param, generator: FixedRange, settings: { minvalue: 1, maxvalue: ${count}, increment: 1 } }
  - { name: answer, type: Output, valueType: integer, from: { file: answer.txt, key: answer } }
design: { method: full-factorial }
job:
  analysis: { code: user_included, version: "0" }
  command: read n < n.txt; echo "answer = $n" > answer.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  templates: [{ template: n.txt.in, as: n.txt }]
${jobs === undefined ? '' : `execution: { runsPerJob: ${Math.ceil(count / jobs)}, maxConcurrentJobs: 2 }`}
`,
  );
  return folder;
}

/** Runs the study by the compiled command line and checks every answer. */
export async function sweepWithEngine(
  commandLine: string,
  study: string,
  resultsDir: string,
  env: Readonly<Record<string, string>>,
): Promise<EngineSweep> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [commandLine, 'run', study, '--results', resultsDir, '--json'],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const seconds = (performance.now() - started) / 1000;
  if (exitCode !== 0) throw new Error(`doeflow ended with ${exitCode}:\n${stderr}${stdout}`);
  const printed = JSON.parse(stdout) as { studyId: string; resultsDir: string };
  const rows = parse(readFileSync(join(printed.resultsDir, 'results.csv'), 'utf8'), {
    columns: true,
  }) as Readonly<Record<string, string>>[];
  const wrong = rows.find(({ n, answer, status }) => n !== answer || status !== 'Done');
  if (wrong) throw new Error(`doeflow: run ${wrong['run']} left ${JSON.stringify(wrong)}`);
  return { seconds, studyId: printed.studyId };
}
