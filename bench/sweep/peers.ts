import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that runs many command lines, two at a time. */
export interface Peer {
  readonly name: string;
  /** Undefined where the program isn't installed. */
  readonly version: string | undefined;
  /** Runs `count` commands in a fresh folder, checks every answer, and gives back the seconds it took. */
  readonly sweep: (folder: string, count: number) => number;
}

/** The two that every engineer knows. The command is a shell line that writes one number to a file of its own. */
export function createPeers(): readonly Peer[] {
  return [
    peer('xargs -P 2', 'xargs', (count) => [
      'xargs',
      ['-a', 'numbers', '-P', '2', '-n', '1', 'sh', '-c', 'echo $0 > answer.$0'],
      count,
    ]),
    peer('GNU parallel -j 2 --joblog', 'parallel', (count) => [
      'parallel',
      ['--will-cite', '-a', 'numbers', '-j', '2', '--joblog', 'joblog', 'echo {} > answer.{}'],
      count,
    ]),
  ];
}

function peer(
  name: string,
  program: string,
  commandLine: (
    count: number,
  ) => readonly [command: string, args: readonly string[], count: number],
): Peer {
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return {
    name,
    version: status === 0 ? stdout.split('\n', 1)[0] : undefined,
    sweep: (folder, count) => {
      mkdirSync(folder, { recursive: true });
      const numbers = Array.from({ length: count }, (_, index) => index + 1);
      writeFileSync(join(folder, 'numbers'), `${numbers.join('\n')}\n`);
      const [command, args] = commandLine(count);
      const started = performance.now();
      const end = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
      const seconds = (performance.now() - started) / 1000;
      if (end.status !== 0) throw new Error(`${name} ended with ${end.status}: ${end.stderr}`);
      for (const number of numbers) {
        const answer = readFileSync(join(folder, `answer.${number}`), 'utf8').trim();
        if (answer !== String(number)) throw new Error(`${name}: run ${number} left ${answer}`);
      }
      return seconds;
    },
  };
}
