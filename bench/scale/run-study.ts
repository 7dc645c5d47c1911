import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';

/** A study from the command to its prompt. */
export interface ScaleRun {
  readonly studyId: string;
  readonly resultsDir: string;
  /** From the command's start to its end. */
  readonly seconds: number;
  /** From the end of the last run, as the platform tells it, to the command's end. */
  readonly secondsAfterLastRun: number;
  /** Longest time after the last run in which the command said nothing. */
  readonly silentSeconds: number;
}

/** Runs the study by the compiled command line and checks every answer. */
export async function runStudy(
  commandLine: string,
  study: string,
  resultsDir: string,
  env: Readonly<Record<string, string>>,
): Promise<ScaleRun> {
  const startedMs = Date.now();
  const child = spawn(
    process.execPath,
    [commandLine, 'run', study, '--results', resultsDir, '--json'],
    { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const toldMs: number[] = [];
  const told: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    toldMs.push(Date.now());
    told.push(line);
  });
  const [stdout, [exitCode]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const endedMs = Date.now();
  if (exitCode !== 0) {
    throw new Error(`doeflow ended with ${exitCode}:\n${told.slice(-20).join('\n')}\n${stdout}`);
  }
  const printed = JSON.parse(stdout) as { studyId: string; resultsDir: string };
  checkAnswers(readTable(join(printed.resultsDir, 'results.csv')));
  const lastRunMs = readTable(join(printed.resultsDir, 'runs.csv')).reduce(
    (last, { ended = '' }) => Math.max(last, Date.parse(ended)),
    startedMs,
  );
  const moments = [lastRunMs, ...toldMs.filter((atMs) => atMs > lastRunMs), endedMs];
  const silencesMs = moments.slice(1).map((atMs, index) => atMs - (moments[index] ?? atMs));
  return {
    ...printed,
    seconds: (endedMs - startedMs) / 1000,
    secondsAfterLastRun: (endedMs - lastRunMs) / 1000,
    silentSeconds: Math.max(...silencesMs) / 1000,
  };
}

type Row = Readonly<Record<string, string>>;

function readTable(path: string): readonly Row[] {
  return parse(readFileSync(path, 'utf8'), { columns: true });
}

function checkAnswers(rows: readonly Row[]): void {
  const wrong = rows.find(({ n, answer, status }) => n !== answer || status !== 'Done');
  if (wrong) throw new Error(`Run ${wrong['run']} left ${JSON.stringify(wrong)}`);
}
