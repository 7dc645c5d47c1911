/** Commands that start a file which the platform hands to them without its executable bit. Pure. */
import type { Study } from './study.ts';

/** Where the shell begins a command: at the start, behind an operator, or behind an assignment or `exec`. */
const commandStart = /(?:^|[;&|(\n])\s*(?:exec\s+|time\s+|\w+=\S*\s+)*\.\/([^\s;&|()<>]+)/gu;

/** A sentence for each file of the study that its command starts as `./FILE`, unless the command makes it executable itself. */
export function unexecutableFiles({ job }: Pick<Study, 'job'>): readonly string[] {
  return job.analyses.flatMap(({ command, inputFiles, templates }) => {
    const arriving = new Set([
      ...inputFiles.map(({ file }) => nameOf(file)),
      ...templates.map(({ as }) => nameOf(as)),
    ]);
    const started = new Set([...command.matchAll(commandStart)].map(([, file = '']) => file));
    return [...started]
      .filter((file) => arriving.has(file) && !command.includes('chmod'))
      .map(
        (file) =>
          `The command starts ./${file}, but files arrive without their executable bit: write \`sh ${file}\` for a script, or \`chmod +x ${file} && ./${file}\``,
      );
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
