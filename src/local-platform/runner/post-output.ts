import { appendFileSync, readFileSync, statSync } from 'node:fs';
import type { RunFolder } from '../job-folder.ts';

/** More than this of a post-process's standard output isn't looked at for variables. */
const longestOutput = 1_000_000;

/**
 * The `name<TAB>value` lines that the post-process printed, in their order, and the same text appended to the run's log, where
 * a user looks for it. Lines of any other form are no variables.
 */
export function takePostOutput(run: RunFolder): (readonly [name: string, value: string])[] {
  if (statSync(run.postOutput, { throwIfNoEntry: false }) === undefined) return [];
  const text = readFileSync(run.postOutput, 'utf8').slice(0, longestOutput);
  appendFileSync(`${run.work}/process_output.log`, text);
  const outputs: (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    const tab = line.indexOf('\t');
    if (tab < 1) continue;
    outputs.push([line.slice(0, tab).trim(), line.slice(tab + 1).trim()]);
  }
  return outputs;
}
