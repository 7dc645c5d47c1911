/** Commands that a shell takes, and that hardly do what is meant. Pure. */
import { basename } from 'node:path';
import type { WrittenJob } from './job-schema.ts';

/** What is told of a command, and what to write instead. */
export interface Doubt {
  readonly message: string;
  readonly hint: string;
}

/** Names under which a job's files stand in the folder of a run. */
export function filesInRun({ inputFiles = [], templates = [] }: WrittenJob): ReadonlySet<string> {
  return new Set([
    ...inputFiles.map((input) => basename(typeof input === 'string' ? input : input.file)),
    ...templates.map(({ as }) => as),
  ]);
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
  return doubts;
}
