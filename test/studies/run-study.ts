import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { distFolder } from '../kit/dist-folder.ts';

/** How one call of `doeflow` ended. */
export interface CommandEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A study that ended, as a user finds it. */
export interface EndedStudy {
  /** What `run --json` printed. */
  readonly printed: {
    readonly studyId: string;
    readonly status: string;
    readonly runs: { readonly total: number; readonly done: number; readonly failed: number };
    readonly resultsDir: string;
  };
  /** Rows of `results.csv`, cells as written. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly summary: Readonly<Record<string, unknown>>;
}

/** A folder that is removed when the test file ends. */
export function temporaryFolder(onEnd: (clean: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-study-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** What every shell has, where the Temporal server may be found, and `env`; nothing else of the test's own environment. */
export function commandEnvironment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'XDG_CACHE_HOME', 'DOEFLOW_TEMPORAL_PATH'];
  return {
    ...Object.fromEntries(kept.map((name) => [name, process.env[name]])),
    ...env,
  };
}

/**
 * Runs the compiled command line with nothing in its environment but `env` and what every shell has.
 * @param dist where it was compiled to
 */
export async function doeflow(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  dist = distFolder(),
): Promise<CommandEnd> {
  const child = spawn(process.execPath, [join(dist, 'src/cli/main.js'), ...args], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, stdout, stderr };
}

/**
 * Runs a study to its end.
 * @param command how the command line is called; default: in a process of its own
 * @throws Error with what the command said when it ended other than well.
 */
export async function runStudy(
  study: string,
  resultsDir: string,
  env: Readonly<Record<string, string>>,
  command: typeof doeflow = doeflow,
): Promise<EndedStudy> {
  const end = await command(['run', study, '--results', resultsDir, '--json'], env);
  if (end.exitCode !== 0) {
    throw new Error(
      `Expected ${study} to end with 0, got ${end.exitCode}:\n${end.stderr}\n${end.stdout}`,
    );
  }
  const printed = JSON.parse(end.stdout) as EndedStudy['printed'];
  const read = (name: string): string => readFileSync(join(printed.resultsDir, name), 'utf8');
  return {
    printed,
    rows: parse(read('results.csv'), { columns: true }) as EndedStudy['rows'],
    summary: JSON.parse(read('summary.json')) as EndedStudy['summary'],
  };
}

/** One column of a table as numbers. */
export function numbersOf(rows: EndedStudy['rows'], name: string): number[] {
  return rows.map((row) => {
    const cell = row[name];
    if (cell === undefined || cell === '')
      throw new Error(`Expected a number in ${name}, got none`);
    return Number(cell);
  });
}
