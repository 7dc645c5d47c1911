/** How a driver of Dakota is started in a run's folder, where each file that is brought along stands beside the others. */

/** By the end of a file's name: what starts it. */
const interpreters: Readonly<Record<string, string>> = {
  ...{ py: 'python3', sh: 'sh', bash: 'bash', pl: 'perl', rb: 'ruby', jl: 'julia', r: 'Rscript' },
};

/** @param fileBeside the path of a file beside the Dakota input, as the study has to write it; undefined where there is none */
export function startDriver(
  driver: string,
  fileBeside: (word: string) => string | undefined,
): { readonly command: string; readonly brought: readonly string[] } {
  const [program = '', ...further] = driver.split(/\s+/u).filter((word) => word !== '');
  const brought: string[] = [];
  const inRun = (word: string): string | undefined => {
    const path = fileBeside(word);
    if (path === undefined) return undefined;
    brought.push(path);
    return path.slice(path.lastIndexOf('/') + 1);
  };
  const name = inRun(program);
  const words = further.map((word) => inRun(word) ?? word);
  return { command: [startOf(program, name), ...words].join(' '), brought };
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
