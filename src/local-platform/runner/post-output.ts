import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
} from 'node:fs';
import { readBeginning } from '../../files/index.ts';
import type { RunFolder } from '../job-folder.ts';
import { isOwnFile } from './unkept-outputs.ts';

/** Bytes of all variables of a run together: more is a table, which belongs into a file. */
const mostVariables = 1_000_000;

type Variable = readonly [name: string, value: string];

/**
 * The `name<TAB>value` lines that the post-process printed, in their order, and the same text appended to the run's log, where
 * a user looks for it. Lines of any other form are no variables. Of a text that is too long none is taken, as what is missing could say otherwise;
 * the log says so.
 * @param mostBytes of the text
 */
export function takePostOutput(run: RunFolder, mostBytes: number): readonly Variable[] {
  // Anything but a plain file is of the run's own making, and reading it might never end.
  const entry = lstatSync(run.postOutput, { throwIfNoEntry: false });
  if (!isOwnFile(entry)) return [];
  const text = readBeginning(run.postOutput, mostBytes)?.toString('utf8') ?? '';
  const variables = variablesIn(text);
  const bytes = variables.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const fault =
    (entry?.size ?? 0) > mostBytes
      ? `${entry?.size} bytes, more than ${mostBytes}`
      : bytes > mostVariables
        ? `values of ${bytes} letters, more than ${mostVariables}`
        : undefined;
  const told =
    fault === undefined ? '' : `\n[... the post-process printed ${fault}: none is taken ...]\n`;
  const log = `${run.work}/process_output.log`;
  if (isOwnFile(lstatSync(log, { throwIfNoEntry: false }))) {
    appendFileSync(log, `${text === '' || endsInLine(log) ? '' : '\n'}${text}${told}`);
  }
  return fault === undefined ? variables : [];
}

/** What a command printed last without a line end and what is printed first behind it would be one word. */
function endsInLine(log: string): boolean {
  const file = openSync(log, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { size } = fstatSync(file);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a);
  } finally {
    closeSync(file);
  }
}

function variablesIn(text: string): readonly Variable[] {
  return text.split('\n').flatMap((line): readonly Variable[] => {
    const tab = line.indexOf('\t');
    return tab < 1 ? [] : [[line.slice(0, tab).trim(), line.slice(tab + 1).trim()]];
  });
}
