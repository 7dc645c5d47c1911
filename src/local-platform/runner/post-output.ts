import { appendFileSync, lstatSync } from 'node:fs';
import { readBeginning } from '../../files/index.ts';
import type { RunFolder } from '../job-folder.ts';
import { isOwnFile } from './unkept-outputs.ts';

/** Bytes: more than this of a post-process's standard output isn't looked at for variables. */
const longestOutput = 1_000_000;

/**
 * The `name<TAB>value` lines that the post-process printed, in their order, and the same text appended to the run's log, where
 * a user looks for it. Lines of any other form are no variables.
 */
export function takePostOutput(run: RunFolder): (readonly [name: string, value: string])[] {
  // Anything but a plain file is of the run's own making, and reading it might never end.
  if (!isOwnFile(lstatSync(run.postOutput, { throwIfNoEntry: false }))) return [];
  const text = readBeginning(run.postOutput, longestOutput)?.toString('utf8') ?? '';
  const log = `${run.work}/process_output.log`;
  if (isOwnFile(lstatSync(log, { throwIfNoEntry: false }))) appendFileSync(log, text);
  const outputs: (readonly [string, string])[] = [];
  for (const line of text.split('\n')) {
    const tab = line.indexOf('\t');
    if (tab < 1) continue;
    outputs.push([line.slice(0, tab).trim(), line.slice(tab + 1).trim()]);
  }
  return outputs;
}
