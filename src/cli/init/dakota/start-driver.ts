/** How a driver of Dakota is started in a run's folder, where each file that is brought along stands beside the others. */

/** By the end of a file's name: what starts it. */
const interpreters: Readonly<Record<string, string>> = {
  ...{ py: 'python3', sh: 'sh', bash: 'bash', pl: 'perl', rb: 'ruby', jl: 'julia', r: 'Rscript' },
};

/** The files between Dakota and a driver. */
interface DriverFiles {
  readonly parametersFile: string;
  readonly resultsFile: string;
  /** True where they are no arguments of it. */
  readonly isVerbatim: boolean;
}

/**
 * The command of a driver. Its words `{PARAMETERS}` and `{RESULTS}` are the names of the files; where it has none of them, both are its last arguments.
 * @param driver as it is written; empty where there is none
 * @param fileBeside the path of a file beside the Dakota input, as the study has to write it; undefined where there is none
 */
export function startDriver(
  driver: string,
  { parametersFile, resultsFile, isVerbatim }: DriverFiles,
  fileBeside: (word: string) => string | undefined,
): { readonly command: string; readonly brought: readonly string[] } {
  const words = (driver.trim() === '' ? 'driver' : driver.trim()).split(/\s+/u);
  const [program = '', ...further] = words;
  const brought: string[] = [];
  const inRun = (word: string): string | undefined => {
    const path = fileBeside(word);
    if (path === undefined) return undefined;
    brought.push(path);
    return path.slice(path.lastIndexOf('/') + 1);
  };
  const name = driver === '' ? undefined : inRun(program);
  const given = further.map((word) => inRun(word) ?? word);
  const filled = given.map((word) =>
    word.replaceAll('{PARAMETERS}', parametersFile).replaceAll('{RESULTS}', resultsFile),
  );
  const isPlaced = filled.some((word, index) => word !== given[index]);
  const files = isPlaced || isVerbatim ? [] : [parametersFile, resultsFile];
  return { command: [startOf(program, name), ...filled, ...files].join(' '), brought };
}

/** @param name of the program's file in the run's folder; undefined where it isn't brought along yet */
function startOf(program: string, name: string | undefined): string {
  const [, ending = ''] = /\.(\w+)$/u.exec(program) ?? [];
  const interpreter = interpreters[ending.toLowerCase()];
  // A script is brought along later, where it isn't there yet; any other program may be on the machine that runs it.
  if (name === undefined) {
    return interpreter === undefined || program.includes('/')
      ? program
      : `${interpreter} ${program}`;
  }
  // Files arrive without their executable bit.
  return interpreter === undefined ? `chmod +x ${name} && ./${name}` : `${interpreter} ${name}`;
}
