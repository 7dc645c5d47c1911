/** Which files of a job go into its bag, and under which names. */
import { safePaths } from '../../src/archive/index.ts';
import { runOfFile, type Job, type PlatformFile } from '../../src/platform-api/index.ts';

/** A file of the platform with its place in the bag. */
export interface PlannedFile {
  /** Below `data/`. */
  readonly path: string;
  readonly role: 'input' | 'output';
  readonly run: number | undefined;
  readonly file: PlatformFile;
}

/** Input files, each once, then the outputs; in an order that doesn't depend on the platform's. */
export function planFiles(job: Job, outputs: readonly PlatformFile[]): readonly PlannedFile[] {
  const wanted = [
    ...inputFilesOf(job).map((file) => ({
      wish: `inputs/${file.id}/${file.name}`,
      role: 'input' as const,
      run: undefined,
      file,
    })),
    ...outputs.map((file) => {
      const run = runOfFile(file);
      const name = file.relativePath ?? file.name;
      return {
        wish: `outputs/${run === undefined ? 'job' : `run${run}`}/${name}`,
        role: 'output' as const,
        run,
        file,
      };
    }),
  ].sort((a, b) => compare(a.wish, b.wish) || compare(a.file.id, b.file.id));
  const seen = new Set<string>();
  const unique = wanted.map(({ wish, ...rest }) => {
    const path = seen.has(wish) ? `${wish} ${rest.file.id}` : wish;
    seen.add(path);
    return { ...rest, wish: path };
  });
  const paths = safePaths(unique.map(({ wish }) => wish));
  return unique.map(({ wish, ...rest }) => ({ ...rest, path: paths.get(wish) ?? wish }));
}

/** Files that the job's record refers to, each once; one without a name is called by its id. */
export function inputFilesOf(job: Job): readonly PlatformFile[] {
  const references = [
    ...job.jobanalyses.flatMap((analysis) => [
      ...analysis.inputFiles,
      ...analysis.templateTasks.map(({ templateFile }) => templateFile),
      analysis.preProcessScript,
      analysis.postProcessScript,
    ]),
    job.paramFile,
    job.caseFile,
  ];
  const byId = new Map<string, PlatformFile>();
  for (const file of references) {
    if (file == null || byId.has(file.id)) continue;
    const { name = '' } = file;
    byId.set(file.id, { ...file, name: name === '' ? file.id : name });
  }
  return [...byId.values()];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
