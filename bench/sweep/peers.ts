import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const scripts = join(import.meta.dirname, '../../../bench');

/** A program that runs many command lines, two at a time. */
export interface Peer {
  readonly name: string;
  /** Undefined where the program isn't installed. */
  readonly version: string | undefined;
  /** Runs `count` commands in a fresh folder, checks every answer, and gives back the seconds it took. */
  readonly sweep: (folder: string, count: number) => number;
}

/** How a peer runs what it is given in its folder. */
interface Start {
  readonly name: string;
  readonly program: string;
  /** Ends well where the program is installed, and prints its version. */
  readonly asked: readonly string[];
  readonly args: (count: number) => readonly string[];
  /** Besides the file `numbers`. */
  readonly files?: (count: number) => Readonly<Record<string, string>>;
  /** Where the run of a number leaves it. */
  readonly answer?: (number: number) => string;
}

/**
 * The two that every engineer knows, Dakota (the Python package carolina) and HyperQueue. The command of each is a shell line that writes one number
 * to a file of its own; Dakota makes a folder for each run, as doeflow does.
 * @param python has the packages of the last two; without it they are left out
 */
export function createPeers(python?: string): readonly Peer[] {
  return [
    peer({
      name: 'xargs -P 2',
      program: 'xargs',
      asked: ['--version'],
      args: () => ['-a', 'numbers', '-P', '2', '-n', '1', 'sh', '-c', 'echo $0 > answer.$0'],
    }),
    peer({
      name: 'GNU parallel -j 2 --joblog',
      program: 'parallel',
      asked: ['--version'],
      args: () =>
        '--will-cite -a numbers -j 2 --joblog joblog'.split(' ').concat('echo {} > answer.{}'),
    }),
    ...(python === undefined ? [] : [dakota(python), hyperQueue(python)]),
  ];
}

function dakota(python: string): Peer {
  return peer({
    name: 'Dakota, a folder for each run',
    program: python,
    asked: versionOf('carolina'),
    args: () => [join(scripts, 'dakota/run-dakota.py'), 'sweep.in'],
    files: (count) => ({
      'answer.sh': '{ read -r _; read -r number _; } < "$1"\necho "$number" > "$2"\n',
      'sweep.in': `method
  multidim_parameter_study
    partitions = ${count - 1}
variables
  continuous_design = 1
    lower_bounds = 1
    upper_bounds = ${count}
    descriptors = 'n'
interface
  fork asynchronous evaluation_concurrency = 2
    analysis_drivers = 'sh answer.sh'
    parameters_file = 'params.in'
    results_file = 'results.out'
    work_directory named 'run' directory_tag directory_save
      copy_files = 'answer.sh'
    file_save
responses
  response_functions = 1
  no_gradients
  no_hessians
`,
    }),
    answer: (number) => `run.${number}/results.out`,
  });
}

function hyperQueue(python: string): Peer {
  return peer({
    name: 'HyperQueue',
    program: python,
    asked: versionOf('hyperqueue'),
    args: (count) => [join(scripts, 'sweep/run-hyperqueue.py'), String(count)],
  });
}

function versionOf(packageName: string): readonly string[] {
  return ['-c', `import importlib.metadata as m; print(m.version("${packageName}"))`];
}

function peer({ name, program, asked, args, files, answer }: Start): Peer {
  const { stdout, status } = spawnSync(program, asked, { encoding: 'utf8' });
  return {
    name,
    version: status === 0 ? stdout.split('\n', 1)[0] : undefined,
    sweep: (folder, count) => {
      mkdirSync(folder, { recursive: true });
      const numbers = Array.from({ length: count }, (_, index) => index + 1);
      const given = { numbers: `${numbers.join('\n')}\n`, ...files?.(count) };
      for (const [file, text] of Object.entries(given)) writeFileSync(join(folder, file), text);
      const started = performance.now();
      const end = spawnSync(program, args(count), { cwd: folder, encoding: 'utf8' });
      const seconds = (performance.now() - started) / 1000;
      if (end.status !== 0) throw new Error(`${name} ended with ${end.status}: ${end.stderr}`);
      for (const number of numbers) {
        const left = readFileSync(join(folder, answer?.(number) ?? `answer.${number}`), 'utf8');
        if (Number(left) !== number) throw new Error(`${name}: run ${number} left ${left}`);
      }
      return seconds;
    },
  };
}
