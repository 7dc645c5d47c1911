/** Files that a command names and that the study doesn't bring along. Pure. */
import type { Doubt } from './doubtful-commands.ts';

/** What a study brings to a run, and what lies beside it. */
export interface FilesAround {
  /** Names in the folder of a run, and of what the study file names for any other use. */
  readonly known: ReadonlySet<string>;
  /** As `inputFiles` has them. */
  readonly inputFiles: readonly string[];
  /** True for a file in the study's folder. */
  readonly isInFolder: (path: string) => boolean;
}

/** Words that can be names of files, without what a shell would put together; what is written with `>` is made by the run. */
const fileWords =
  /(>{1,2}\s*)?(?<![\w.$/{}*?-])(?:\.\/)?([\w][\w.-]*(?:\/[\w.-]+)*)(?![\w$/{}*?])/gu;

/** A doubt for each file of the study's folder that is named, and not brought along; a word that could be a program of the system is taken for one. */
export function doubtsOfUnlisted(
  command: string,
  { known, inputFiles, isInFolder }: FilesAround,
): readonly Doubt[] {
  const named = new Set<string>();
  for (const [whole, target, path = ''] of command.matchAll(fileWords)) {
    const isFile = target === undefined && (whole.startsWith('./') || /[./]/u.test(path));
    if (isFile && !known.has(path) && isInFolder(path)) named.add(path);
  }
  return [...named].map((path) => {
    const line = `inputFiles: [${[...inputFiles, path].join(', ')}]`;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return {
      message: `\`${path}\` lies in the study's folder, but the study doesn't bring it: no run will find it`,
      hint: `add it to the job: \`${line}\`${name === path ? '' : `; it stands in the run's folder as \`${name}\``}`,
    };
  });
}
