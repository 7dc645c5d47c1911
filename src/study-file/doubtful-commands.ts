/** Commands that a shell takes, and that hardly do what is meant. Pure. */
import { basename } from 'node:path';
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
  return doubts;
}

/** True where a program hands its output to another one, and its exit code to nobody. */
function hidesFailure(command: string): boolean {
  if (/\bpipefail\b|\bPIPESTATUS\b|\bcase\s/u.test(command)) return false;
  // What stands in quotes or behind # is no pipe, and `||` is none.
  const bare = command
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
