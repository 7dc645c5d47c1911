/** Files that a command names and that the study doesn't bring along. Pure. */
import { startedFile } from './started-file.ts';
import type { Doubt } from './doubtful-commands.ts';

/** What a study brings to a run, and what lies beside it. */
export interface FilesAround {
  /** Names in the folder of a run, and of what the study file names for any other use. */
  readonly known: ReadonlySet<string>;
  /** As `inputFiles` has them. */
  readonly inputFiles: readonly string[];
  /** True for a file in the study's folder. */
  readonly isInFolder: (path: string) => boolean;
  /** True where something before the command may make files. */
  readonly isPrepared: boolean;
}

const archive = /\.(?:zip|tar|tgz|tbz2?|txz|gz|bz2|xz|zst|7z)$/iu;

/** Words that can be names of files, without what a shell would put together; what is written with `>` is made by the run. */
const fileWords =
  /(>{1,2}\s*)?(?<![\w.$/{}*?-])(?:\.\/)?([\w][\w.-]*(?:\/[\w.-]+)*)(?![\w$/{}*?])/gu;

/** A doubt for each file of the study's folder that is named, and not brought along; a word that could be a program of the system is taken for one. */
export function doubtsOfUnlisted(
  command: string,
  { known, inputFiles, isInFolder, isPrepared }: FilesAround,
): readonly Doubt[] {
  const named = new Set<string>();
  for (const [whole, target, path = ''] of command.matchAll(fileWords)) {
    const isFile = target === undefined && (whole.startsWith('./') || /[./]/u.test(path));
    if (isFile && !known.has(path) && isInFolder(path)) named.add(path);
  }
  const inFolder = [...named].map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return {
      message: `\`${path}\` lies in the study's folder, but the study doesn't bring it: no run will find it`,
      hint: `${lineWith(inputFiles, path)}${name === path ? '' : `; it stands in the run's folder as \`${name}\``}`,
    };
  });
  const start = startedFile(command);
  const mayBeMade = isPrepared || inputFiles.some((path) => archive.test(path));
  if (start === undefined || mayBeMade || known.has(start) || isInFolder(start)) return inFolder;
  const missing = {
    message: `The study doesn't bring \`${start}\`, with which the command begins, and it isn't in the study's folder: no run will find it`,
    hint: `put it there, and ${lineWith(inputFiles, start)}`,
  };
  return [missing, ...inFolder];
}

function lineWith(inputFiles: readonly string[], path: string): string {
  return `add it to the job: \`inputFiles: [${[...inputFiles, path].join(', ')}]\``;
}
