/**
 * What README, the documents and the help pages show works as it is shown: on the study that `doeflow init` makes, in one folder, with one
 * `doeflow dev`. First the page of the first ten minutes, then the tour of all other commands.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distFolder } from '../../kit/dist-folder.ts';
import type { BegunCommand, Surroundings } from '../../kit/doeflow-in-process.ts';
import { beginDoeflow, compiledCommandLine } from '../../kit/doeflow-in-process.ts';
import { processesNaming } from '../../kit/orphans.ts';
import { waitFor } from '../../kit/processes.ts';
import { commandEnvironment, temporaryFolder, type CommandEnd } from '../../studies/run-study.ts';
import { fillIn } from '../shown-commands/fill-in.ts';
import { wordsOf } from '../shown-commands/read-shown-commands.ts';
import { readOtherCommands, transcriptPage } from '../shown-commands/shown-commands.ts';
import { tour, type TourStop } from '../shown-commands/tour.ts';
import { createLeveller, playTranscript } from '../shown-commands/transcript.ts';

type Environment = Readonly<Record<string, string>>;

const folder = temporaryFolder(afterAll);
const home = join(folder, 'home');
const desk = join(folder, 'desk');
const env = {
  DOEFLOW_HOME: home,
  DOEFLOW_CONFIG: join(folder, 'config.yaml'),
  NO_COLOR: '1',
  // A local platform without the delays of a real one: nothing that is shown depends on them.
  DOEFLOW_LOCAL_SPEED: '50',
  DOEFLOW_POLL_MIN_MS: '100',
  DOEFLOW_POLL_MAX_MS: '1000',
};
const page = join(process.cwd(), transcriptPage);
const others = await readOtherCommands();
/** In milliseconds: a bound for a command that stays although nobody said so. */
const patience = 90_000;

const isUp = /Running until Ctrl-C/u;
let surroundings: Surroundings;
let dev: BegunCommand;
/** The addresses that `doeflow dev` printed. */
let temporalAddress: string;
let platformUrl: string;

beforeAll(async () => {
  surroundings = { terminal: true, commandLine: await compiledCommandLine() };
  mkdirSync(desk);
  process.chdir(desk);
  dev = beginDoeflow(['dev'], env, '', surroundings);
  await waitFor('doeflow dev', () => isUp.test(dev.said()));
  const printed = (name: string): string =>
    new RegExp(`^${name} +(\\S+)$`, 'mu').exec(dev.said())?.[1] ?? '';
  [temporalAddress, platformUrl] = [printed('Temporal'), printed('platform')];
});

afterAll(async () => {
  dev.interrupt();
  expect((await dev.end).exitCode).toBe(0);
  expect(processesNaming(home)).toEqual([]);
});

/** Runs a line of a shell: `doeflow` in this process, which is quicker, all else in bash. */
async function runLine(line: string, more: Environment = {}): Promise<CommandEnd> {
  if (!line.startsWith('doeflow ')) {
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', line]);
    return { exitCode: 0, stdout, stderr };
  }
  const words = wordsOf(line).slice(1);
  const input = words.includes('--token-stdin')
    ? readFileSync(join(home, 'platform-token'), 'utf8')
    : '';
  return beginDoeflow(words, { ...env, ...more }, input, surroundings).end;
}

/** Runs a command that stays until it says that it is up, and interrupts it. */
async function runService(line: string, upWhen: RegExp, more: Environment): Promise<number | null> {
  const main = join(distFolder(), 'src/cli/main.js');
  const child = spawn(process.execPath, [main, ...wordsOf(line).slice(1)], {
    env: commandEnvironment({ ...env, DOEFLOW_PLATFORM_TOKEN: 'throw-away', ...more }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (said += String(chunk)));
  }
  await waitFor(`${line} to be up`, () => {
    if (child.exitCode !== null) throw new Error(`${line} ended with ${child.exitCode}: ${said}`);
    return upWhen.test(said);
  });
  child.kill('SIGINT');
  return (await closed)[0];
}

it('the page of the first ten minutes shows what its commands print', async () => {
  const level = createLeveller({
    paths: [
      [desk, '/home/you'],
      [home, '/home/you/.local/share/doeflow'],
      [homedir(), '/home/you'],
    ],
  });
  const played = await playTranscript(readFileSync(page, 'utf8'), async (command) => {
    if (command === 'doeflow dev') return level(dev.said());
    const { stdout, stderr } = await runLine(command);
    return level(stderr + stdout);
  });
  await expect(played).toMatchFileSnapshot(page);
});

describe('the tour', () => {
  it.each(tour)('$shown', async (stop) => visit(stop), patience);
});

describe('every other command that is shown', () => {
  it.each(others)('$text', async ({ text, where }) => visit({ shown: text }, where), patience);
});

/** Runs a command with what the tour knows of it. */
async function visit(stop: TourStop, where = 'test/cli/shown-commands/tour.ts'): Promise<void> {
  const { shown, as = shown, first = [], exitCode = 0, upWhen, onCluster = false } = stop;
  const more: Environment = onCluster ? { TEMPORAL_ADDRESS: temporalAddress } : {};
  const samples = { job: await idOfJob(), platformUrl, archive: join(folder, 'archive') };
  for (const line of first) {
    const end = await runLine(fillIn(line, samples), more);
    expect(end.exitCode, `${line}\n${end.stdout}${end.stderr}`).toBe(0);
  }
  const line = fillIn(as, samples);
  if (upWhen !== undefined) {
    expect([0, 130]).toContain(await runService(line, upWhen, more));
    return;
  }
  const end = await runLine(line, more);
  const whatToDo = `${line}\n${end.stdout}${end.stderr}\n\nIt is shown in ${where}. Show what works; or, where it needs something first, add to \`tour\` in test/cli/shown-commands/tour.ts:\n  { shown: ${JSON.stringify(shown)}, first: [] },\nor, where no test can run it, to \`notRun\` there:\n  ${JSON.stringify(shown)}: 'why',\n`;
  expect(end.exitCode, whatToDo).toBe(exitCode);
}

/** The job of some study. */
async function idOfJob(): Promise<string> {
  const { stdout } = await runLine('doeflow api ls jobs --limit 1 --json');
  const [job] = JSON.parse(stdout) as readonly { readonly id: string }[];
  return job?.id ?? 'none';
}
