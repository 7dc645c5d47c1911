import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiledSources } from '../../local-platform/running/compiled-sources.ts';

/** How a process ended, and the lines that it printed. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly string[];
}

let sources: string | undefined;

/** Runs a module text in a process of its own; `from` in it gives the address of a file of `src`. */
export async function runStoreProgram(text: string, args: readonly string[]): Promise<Ended> {
  sources ??= pathToFileURL(join(compiledSources(), 'src', '/')).href;
  const program = `const from = (path) => ${JSON.stringify(sources)} + path;\n${text}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, '--', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ code, signal, lines: output.split('\n').filter((line) => line !== '') }),
    );
  });
}
