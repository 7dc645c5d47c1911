/** Commands that a shell takes, and that hardly do what is meant. Pure. */
import { basename } from 'node:path';
import { commandsWithoutDocuments, unseenFailures, type UnseenFailure } from '../shell/index.ts';
import type { WrittenJob } from './job-schema.ts';

/** What is told of a command, and what to write instead. */
export interface Doubt {
  readonly message: string;
  readonly hint: string;
}

type FilesOfAnalysis = Pick<WrittenJob, 'inputFiles' | 'templates' | 'templateTasks'>;

/** Names under which the files of a job and its analyses stand in the folder of a run. */
export function filesInRun(job: WrittenJob): ReadonlySet<string> {
  const analyses: readonly FilesOfAnalysis[] = [job, ...(job.jobanalyses ?? [])];
  return new Set(
    analyses.flatMap(({ inputFiles = [], templates = [], templateTasks = [] }) => [
      ...inputFiles.map((input) => basename(typeof input === 'string' ? input : input.file)),
      ...templates.map(({ as }) => as),
      ...templateTasks.map(({ processedFilename }) => processedFilename),
    ]),
  );
}

/** @param files in the folder of the run */
export function doubtsOf(command: string, files: ReadonlySet<string>): readonly Doubt[] {
  const [, word = ''] = /^\s*([\w.-]+)(?=[\s;|&]|$)/u.exec(command) ?? [];
  const doubts: Doubt[] = [];
  if (files.has(word)) {
    doubts.push({
      message: `\`${word}\` is looked for among the programs of the machine that runs it, not in the run's folder, where the study brings a file of this name`,
      hint: `start it with its interpreter, such as \`sh ${word}\` or \`python3 ${word}\``,
    });
  }
  if (/[^&]&\s*$/u.test(command)) {
    doubts.push({
      message:
        'The command ends with `&`: the run is over at once, and what goes on behind is ended with it',
      hint: 'leave the `&` out, or end the command with `wait`',
    });
  }
  if (hidesFailure(command)) {
    doubts.push({
      message:
        'A program on the left of a pipe may fail unseen: the exit code is that of the last one in it',
      hint: 'begin the command with `set -o pipefail;`, or write to a file: `solver > log.txt 2>&1`',
    });
  }
  return [...doubts, ...unseenDoubts(command)];
}

/** Of commands that fail while the shell goes on, so that the run is done with what they left, or with what an earlier one left. */
function unseenDoubts(command: string): readonly Doubt[] {
  const found = unseenFailures(command);
  const named = (way: UnseenFailure['way']): string | undefined => {
    const all = found.filter((one) => one.way === way).map((one) => nameOf(command, one));
    const more = all.length > mostNamed ? `, and ${all.length - mostNamed} more` : '';
    return all.length === 0 ? undefined : `${all.slice(0, mostNamed).join(', ')}${more}`;
  };
  const [on, and, wait, within] = [named('on'), named('and'), named('wait'), named('within')];
  const doubts: Doubt[] = [];
  if (on !== undefined) {
    doubts.push({
      message: `${on} may fail unseen: the shell goes on with what stands behind, and only the exit code of the last command says whether the run is done`,
      hint: 'begin the command with a line `set -e`, or join the commands by `&&`; where one may fail, write `|| true` behind it',
    });
  }
  if (and !== undefined) {
    doubts.push({
      message: `${and} may fail unseen: \`set -e\` doesn't count for what stands left of \`&&\``,
      hint: 'write the commands on lines of their own, without `&&`',
    });
  }
  if (within !== undefined) {
    doubts.push({
      message: `${within} may fail unseen: only the exit code of the command around it counts, also after \`set -e\``,
      hint: 'keep what it prints first, on a line of its own: `x=$(…)`, and use "$x" behind it',
    });
  }
  if (wait !== undefined) {
    doubts.push({
      message: `${wait} ends with exit code 0, whatever the programs that were started with \`&\` end with`,
      hint: 'keep the id of each and wait for it: `solver & pid=$!; …; wait $pid`',
    });
  }
  return doubts;
}

/** How many commands a doubt names. */
const mostNamed = 3;

function nameOf(command: string, { offset, end }: UnseenFailure): string {
  const text = command.slice(offset, end).replaceAll(/\s+/gu, ' ');
  const shown = `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``;
  const line = command.slice(0, offset).split('\n').length;
  return command.trimEnd().includes('\n') ? `${shown} (line ${line} of the command)` : shown;
}

/** True where a program hands its output to another one, and its exit code to nobody. */
function hidesFailure(command: string): boolean {
  if (/\bpipefail\b|\bPIPESTATUS\b|\bcase\s/u.test(command)) return false;
  // What stands in quotes or behind # is no pipe, and `||` is none.
  const bare = commandsWithoutDocuments(command)
    .replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/gu, 'x')
    .replaceAll(/(?:^|\s)#.*/gmu, '')
    .replaceAll('||', ';');
  return bare.split(/[;\n()`]|&&|\bthen\b|\bdo\b/u).some((part) =>
    part
      .split('|')
      .slice(0, -1)
      .some((left) => !sayingOnly.test(left)),
  );
}

/** What only says something can't fail. */
const sayingOnly = /^\s*(?:echo|printf|true|yes)\b/u;
