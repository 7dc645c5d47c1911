/**
 * Random scripts of what people and machines do to a study: commands in any order and at once, workflows cancelled and terminated in Temporal's UI,
 * amendments that add, withdraw and bring back runs or change the command, the hardware and the limit, programs killed and frozen, a platform that stays down for a while, a disk that is full and has room again, a model that is broken and mended. Whatever the script was, a person who comes back afterwards and gives the commands that
 * `doeflow status` names gets the undisturbed table, nothing is paid twice, and nothing is left on.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { WorkflowNotFoundError } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { createStream, type Stream } from '../../src/distributions/index.ts';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../src/host/supervisor/look-at-supervisor.ts';
import { embeddedNamespace } from '../../src/host/supervisor/program-specs.ts';
import { connectTemporal, type TemporalLink } from '../../src/temporal/connect.ts';
import { clusterWorkflowId, jobWorkflowId, studyWorkflowId } from '../../src/temporal/names.ts';
import { waitFor } from '../kit/processes.ts';
import { sealingOf } from '../kit/sealing-of.ts';
import { momentsSeed } from '../kit/test-form.ts';
import { doeflow, type CommandEnd } from '../studies/run-study.ts';
import { startEmbeddedHome, type EmbeddedHome } from '../chaos/embedded-home.ts';
import type { LedgerEntry } from '../chaos/judge-study.ts';
import { findProgram, type HomeProgram } from '../chaos/killable.ts';

const scripts = Number(process.env['DOEFLOW_TEST_SCRIPTS'] ?? 30);
const actsPerScript = 9;
const runs = 12;
/** So often a person gives a further command before they would call it hopeless. */
const mostRounds = 12;
/** As long as the platform is kept down. */
const platformDownMs = 8000;
/** Room for the records of all scripts. */
const diskMegabytes = 1500;
/** A study of twelve short runs that takes longer hangs, and what was said on the way tells over what. */
const patienceMs = 300_000;

interface Stage {
  readonly home: EmbeddedHome;
  readonly homeFolder: string;
  readonly folder: string;
  readonly name: string;
  readonly say: (...args: readonly string[]) => Promise<CommandEnd>;
  readonly temporal: () => Promise<TemporalLink>;
  readonly studyId: () => Promise<string | undefined>;
}

type Act = (stage: Stage) => Promise<unknown>;

const acts: Readonly<Record<string, Act>> = {
  run: (stage) => stage.say('run', stage.folder, '--results', results(stage), '--wait', '3s'),
  start: (stage) => stage.say('start', stage.folder, '--results', results(stage)),
  watch: (stage) => stage.say('watch', stage.name, '--wait', '3s'),
  stop: (stage) => stage.say('stop', stage.name, '--yes'),
  'stop --force': (stage) => stage.say('stop', stage.name, '--force', '--yes'),
  retry: (stage) => stage.say('retry', stage.name, '--failed', '--detach'),
  resume: (stage) => stage.say('resume', stage.name, '--yes'),
  pause: (stage) => stage.say('pause', stage.name),
  'pause --now': (stage) => stage.say('pause', stage.name, '--now'),
  'budget: more': (stage) => stage.say('budget', stage.name, '--set', '0.3', '--why', 'more'),
  'budget: less': (stage) => stage.say('budget', stage.name, '--set', '0.15', '--why', 'less'),
  'amend: further runs': (stage) => amendFile(stage, 'extend: [2]', 'sh model.sh ${x}'),
  'amend: another command': (stage) => amendFile(stage, '', 'sh ./model.sh ${x}'),
  'amend: both, and a limit': (stage) =>
    amendFile(stage, 'extend: [2]', 'sh ./model.sh ${x}', { limit: '0.25 USD' }),
  'amend: dearer hardware': (stage) =>
    amendFile(stage, '', 'sh model.sh ${x}', {
      hardware: 'coreType: ruby, coresPerSlot: 2, slots: 2',
      limit: '0.4 USD',
    }),
  'amend: fewer slots, and further runs': (stage) =>
    amendFile(stage, 'extend: [2]', 'sh model.sh ${x}', {
      hardware: 'coreType: onyx, coresPerSlot: 1, slots: 1',
    }),
  'amend: outputs': (stage) => amendOutputs(stage),
  'amend: withdraw': (stage) => amend(stage, '--withdraw-where', 'run > 8 and run < 12'),
  'amend: bring back': (stage) => amend(stage, '--bring-back', '9-11'),
  reap: (stage) => stage.say('reap'),
  'break the model': (stage) => Promise.resolve(writeFileSync(broken(stage), '')),
  'mend the model': (stage) => Promise.resolve(rmSync(broken(stage), { force: true })),
  ...Object.fromEntries(
    (['study', 'job', 'cluster'] as const).flatMap((of) => [
      [`terminate the ${of}`, (stage: Stage) => endWorkflow(stage, of, 'terminate')],
      [`cancel the ${of}`, (stage: Stage) => endWorkflow(stage, of, 'cancel')],
    ]),
  ),
  ...Object.fromEntries(
    (['worker', 'platform', 'runner', 'temporal'] as const).map((program) => [
      `kill the ${program}`,
      (stage: Stage) => signal(stage, program, 'SIGKILL'),
    ]),
  ),
  'fill the disk': (stage) => Promise.resolve(fillDisk(stage)),
  'free the disk': (stage) => Promise.resolve(freeDisk(stage)),
  'freeze the platform': async (stage) => {
    const pid = await signal(stage, 'platform', 'SIGSTOP');
    await delay(4000);
    if (findProgram(stage.homeFolder, 'platform') === pid && pid !== undefined)
      process.kill(pid, 'SIGCONT');
  },
  'take the platform down': async (stage) => {
    // Whoever starts it again starts it in vain until it may come back.
    const until = performance.now() + platformDownMs;
    while (performance.now() < until) {
      await signal(stage, 'platform', 'SIGKILL');
      await delay(100);
    }
  },
};

const amend = (stage: Stage, ...more: readonly string[]): Promise<CommandEnd> =>
  stage.say('amend', stage.name, ...more, '--apply', '--yes', '--detach');

/** Of jobs of a study without a cluster; one that has a cluster refuses another. */
const ownHardware = 'coreType: emerald, coresPerSlot: 1, slots: 2';

/** Amends the study to its file with these differences, each of which leaves the rows that it has as they are. */
function amendFile(
  stage: Stage,
  extend: string,
  command: string,
  { limit = '0.2 USD', hardware = ownHardware } = {},
): Promise<CommandEnd> {
  return amendText(stage, (text) =>
    text
      .replace('seed: 12 }', extend === '' ? 'seed: 12 }' : `seed: 12, ${extend} }`)
      .replace('sh model.sh ${x}', command)
      .replace('maxCost: 0.2 USD', `maxCost: ${limit}`)
      .replace(ownHardware, hardware),
  );
}

/** Amends how its output is read, by which it has the same values, and adds one that is computed of it. */
function amendOutputs(stage: Stage): Promise<CommandEnd> {
  const twice = '  - { name: twice, type: Objective, goal: minimize, expression: 2 * y }';
  return amendText(stage, (text) => text.replace('key: y } }', `regex: "y = (.+)" } }\n${twice}`));
}

function amendText(stage: Stage, change: (text: string) => string): Promise<CommandEnd> {
  const text = readFileSync(join(stage.folder, 'study.yaml'), 'utf8');
  const file = `changed-${randomUUID()}.yaml`;
  writeFileSync(join(stage.folder, file), change(text));
  return amend(stage, join(stage.folder, file));
}

const filling = ({ homeFolder }: Stage): string => join(homeFolder, 'filling');

/** Leaves no room on the disk of the home. */
function fillDisk(stage: Stage): void {
  const { bavail, bsize } = statfsSync(stage.homeFolder);
  try {
    writeFileSync(filling(stage), Buffer.alloc(bavail * bsize));
  } catch (error) {
    // Others wrote meanwhile: it is full.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const freeDisk = (stage: Stage): void => rmSync(filling(stage), { force: true });

const results = ({ folder }: Stage): string => join(folder, 'results');
const broken = ({ folder }: Stage): string => join(folder, 'broken');

function signal(
  { homeFolder }: Stage,
  program: HomeProgram,
  name: NodeJS.Signals,
): Promise<number | undefined> {
  const pid = findProgram(homeFolder, program);
  if (pid !== undefined) process.kill(pid, name);
  return Promise.resolve(pid);
}

async function endWorkflow(
  { temporal, name, studyId }: Stage,
  of: 'study' | 'job' | 'cluster',
  by: 'cancel' | 'terminate',
): Promise<void> {
  const ids = {
    study: studyWorkflowId(name),
    job: jobWorkflowId((await studyId()) ?? 'none', 1),
    cluster: clusterWorkflowId(name),
  };
  try {
    const handle = (await temporal()).temporalClient.workflow.getHandle(ids[of]);
    await (by === 'cancel' ? handle.cancel() : handle.terminate('by the script'));
  } catch (error) {
    // There is none just then, or the server is being started again, or its disk is full.
    const words = error instanceof Error ? `${error} ${String(error.cause)}` : String(error);
    if (!(error instanceof WorkflowNotFoundError) && !/unavailable/iu.test(words)) {
      throw error;
    }
  }
}

/** Every other study has jobs with hardware of their own, and a limit below what they may cost: an hour lasts so many seconds. */
const hourSeconds = '40';

function writeStudy(folder: string, name: string, hasLimit: boolean): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'model.sh'),
    `echo "begin $1" >> '${folder}/executions'
sleep 0.6
if [ -e '${folder}/broken' ]; then echo broken >&2; exit 3; fi
echo "y = $(echo "$1" | awk '{ printf "%.17g", $1 * $1 / 3 }')" > result.txt
echo "end $1" >> '${folder}/executions'
`,
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: monte-carlo, runs: ${runs}, seed: 12 }
job:
  analysis: { code: user_included, version: "0" }
  command: sh model.sh \${x}
  hardware: { ${ownHardware}, walltime: 1 }
  inputFiles: [model.sh]
execution: { runsPerJob: 4, ${hasLimit ? 'maxCost: 0.2 USD' : `cluster: { name: ${name}, slots: 2, walltime: 8 }`} }
`,
  );
}

describe('after a random script', () => {
  let folder: string;
  let home: EmbeddedHome;
  let link: Promise<TemporalLink> | undefined;
  let undisturbed: readonly Row[];

  const say = (...args: readonly string[]) => doeflow(args, home.env);
  const startHome = () =>
    startEmbeddedHome(folder, { DOEFLOW_LOCAL_SPEED: '20', DOEFLOW_LOCAL_HOUR: hourSeconds });
  /** A full disk may have ended all parts: a person starts them again. */
  const startAgain = async (): Promise<void> => {
    const state = await lookAtSupervisor(homeFiles(join(folder, 'home')));
    if (state !== undefined && state.state !== 'failed' && state.state !== 'ending') return;
    await home.stop();
    home = await startHome();
  };
  const stageOf = (name: string): Stage => ({
    ...{ home, name, say },
    homeFolder: join(folder, 'home'),
    folder: join(folder, name),
    temporal: () => (link ??= connect(join(folder, 'home'))),
    studyId: async () =>
      (await listed(say)).find(({ studyId }) => studyId.startsWith(`${name}-`))?.studyId,
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'doeflow-scripts-'));
    // A disk of the home's own, which can be filled; needs the right to mount.
    mkdirSync(join(folder, 'home'));
    const options = ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'doeflow'];
    execFileSync('mount', [...options, join(folder, 'home')]);
    home = await startHome();
    const stage = stageOf('undisturbed');
    writeStudy(stage.folder, stage.name, false);
    const end = await say('run', stage.folder, '--results', results(stage), '--json');
    expect(end.exitCode, end.stderr).toBe(0);
    undisturbed = tableOf(end);
    expect(undisturbed).toHaveLength(runs);
  });

  afterAll(async () => {
    await (await link)?.close();
    await home.stop();
    execFileSync('umount', ['--lazy', join(folder, 'home')]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it.each(Array.from({ length: scripts }, (_, index) => index))(
    'the study comes to its end, paid once: %i',
    async (index) => {
      const stage = stageOf(`script-${index}`);
      writeStudy(stage.folder, stage.name, index % 2 === 1);
      const draws = createStream(momentsSeed, stage.name);
      const before = (await home.readLedger(0)).at(-1)?.seq ?? 0;
      const script = await play(stage, draws);
      const told = [`seed ${momentsSeed}`, ...script].join('\n');
      freeDisk(stage);
      await startAgain();
      const end = await comeBack(stage, told);
      const table = tableOf(end);
      expect(table.slice(0, runs), told).toEqual(undisturbed);
      // What an amendment added is done as well, and nothing stays withdrawn.
      expect(new Set(table.map(({ status }) => status)), told).toEqual(new Set(['Done']));
      const audit = await say('verify', stage.name, '--json');
      const report = JSON.parse(audit.stdout) as AuditReport;
      expect(report.faults, `${told}\n${audit.stderr}`).toEqual([]);
      const ledger = await home.readLedger(before);
      expectPaidOnce(stage, ledger, told);
      if (!script.some((act) => act.includes('fill the disk'))) {
        expectExecutedOnce(stage, ledger, { told, runs: table.length });
      }
      await waitFor(
        'the end of every cluster',
        async () => (await clustersOn(home, before)).length === 0,
        120_000,
      );
    },
    600_000,
  );
});

/** Gives the study nine acts, each with a random pause before it; commands aren't waited for. */
async function play(stage: Stage, draws: Stream): Promise<readonly string[]> {
  const names = Object.keys(acts);
  const script = ['start'];
  const started = await stage.say('start', stage.folder, '--results', results(stage));
  expect(started.exitCode, started.stderr).toBe(0);
  const ended: Promise<unknown>[] = [];
  const open = new Set<string>();
  for (let turn = 0; turn < actsPerScript; turn += 1) {
    const pauseMs = Math.round(2500 * draws.uniform(2 * turn));
    const name = names[Math.floor(names.length * draws.uniform(2 * turn + 1))] ?? 'run';
    await delay(pauseMs);
    script.push(`${pauseMs} ms later: ${name}`);
    const act = `act ${turn + 1}, ${name}`;
    open.add(act);
    const end = (acts[name] as Act)(stage).then(() => open.delete(act));
    // Its failure is the script's, once all acts have begun.
    end.catch(() => undefined);
    ended.push(end);
  }
  const patience = new AbortController();
  try {
    await Promise.race([
      Promise.all(ended),
      delay(patienceMs, undefined, { signal: patience.signal }).then(() => {
        throw new Error(`Expected each act to end, got no end of ${[...open].join('; ')}`);
      }),
    ]);
  } finally {
    patience.abort();
  }
  rmSync(broken(stage), { force: true });
  return script;
}

/** A person who comes back, looks, and gives the command that fits what they see. */
async function comeBack(stage: Stage, told: string): Promise<CommandEnd> {
  const said: string[] = [];
  const until = performance.now() + patienceMs;
  for (let round = 0; round < mostRounds && performance.now() < until; round += 1) {
    const look = await stage.say('status', stage.name, '--json');
    const {
      status,
      activity = '',
      runs: counted,
    } = JSON.parse(look.stdout === '' ? '{}' : look.stdout) as {
      readonly activity?: string | null;
      readonly status?: string;
      readonly runs?: { readonly total: number; readonly done: number } | null;
    };
    const isDone = counted?.done !== undefined && counted.done === counted.total;
    const over = /^(?:Finished|Stopped|Aborted)/u.test(status ?? '');
    // What is left needs more than the limit allows.
    if (activity?.includes('the guard budget') === true || over)
      await stage.say('budget', stage.name, '--set', '5', '--why', 'come back');
    const back = over || status === 'Paused' ? await bringBack(stage) : [];
    if (back.length > 0) {
      said.push(`${status}: brought back ${back.join(',')}`);
      continue;
    }
    const args =
      status === 'Paused'
        ? ['resume', stage.name, '--yes']
        : over && !isDone
          ? ['retry', stage.name, '--failed', '--json', '--wait', '60s']
          : over
            ? ['watch', stage.name, '--json', '--wait', '60s']
            : ['run', stage.folder, '--results', results(stage), '--json', '--wait', '60s'];
    const end = await stage.say(...args);
    said.push(
      `${status} ${JSON.stringify(counted)}: ${args[0]} ended with ${end.exitCode}: ${end.stderr.slice(-600)}`,
    );
    if (over && isDone && end.exitCode === 0) return end;
    await delay(1000);
  }
  throw new Error(`Expected the study to end, got:\n${told}\n${said.join('\n')}`);
}

/** Has what the script withdrew run after all; gives back those runs. */
async function bringBack(stage: Stage): Promise<readonly string[]> {
  const shown = await stage.say('results', stage.name, '--format', 'csv');
  const rows = parse(shown.stdout, { columns: true }) as readonly Record<string, string>[];
  const withdrawn = rows.filter((row) => row['status'] === 'Withdrawn' && row['revision'] !== '');
  const runsBack = withdrawn.flatMap(({ run, revision }) =>
    run === undefined || revision === undefined ? [] : [run],
  );
  if (runsBack.length > 0) await amend(stage, '--bring-back', runsBack.join(','));
  return runsBack;
}

/** No job is submitted twice. */
function expectPaidOnce(stage: Stage, ledger: readonly LedgerEntry[], told: string): void {
  expect(
    ledger.filter(({ kind }) => kind === 'job submitted again'),
    told,
  ).toEqual([]);
  const submitted = ledger.flatMap(({ kind, subject }) =>
    kind === 'job submitted' ? [subject] : [],
  );
  expect(new Set(submitted).size, told).toBe(submitted.length);
}

/** A run that has ended well is executed again only where the platform itself lost its execution; on a full disk, what it wrote may be lost. */
function expectExecutedOnce(
  stage: Stage,
  ledger: readonly LedgerEntry[],
  { told, runs: planned }: { readonly told: string; readonly runs: number },
): void {
  const ended = readFileSync(join(stage.folder, 'executions'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('end '));
  expect(new Set(ended).size, told).toBe(planned);
  expect(ended.length, told).toBeLessThanOrEqual(planned + lostIn(ledger, told));
}

/** Executions that the platform lost; among them those whose end nobody saw, as the runner was killed and then their job stopped. */
function lostIn(ledger: readonly LedgerEntry[], told: string): number {
  const count = (of: string): number => ledger.filter(({ kind }) => kind === of).length;
  const lost = count('run lost');
  const unseen = count('run started') - count('run ended') - lost;
  // A runner that dies has two of them at most: one a slot.
  const dying = 2 * (told.split('kill the runner').length - 1);
  return lost + Math.max(0, Math.min(unseen, dying));
}

async function clustersOn(home: EmbeddedHome, after: number): Promise<readonly string[]> {
  const on = new Set<string>();
  for (const { kind, subject } of await home.readLedger(after)) {
    if (kind === 'cluster started') on.add(subject);
    if (kind === 'cluster stopped') on.delete(subject);
  }
  return [...on];
}

async function listed(
  say: (...args: readonly string[]) => Promise<CommandEnd>,
): Promise<readonly { readonly studyId: string }[]> {
  const { stdout } = await say('list', '--json');
  // On a full disk it may have nothing to say.
  return stdout === '' ? [] : (JSON.parse(stdout) as readonly { studyId: string }[]);
}

async function connect(home: string): Promise<TemporalLink> {
  const { temporal } = JSON.parse(readFileSync(homeFiles(home).ports, 'utf8')) as {
    temporal: number;
  };
  const target = { address: `127.0.0.1:${temporal}`, namespace: embeddedNamespace };
  return connectTemporal(target, { sealing: await sealingOf(home) });
}

type Row = Readonly<Record<'run' | 'x' | 'y' | 'status', string | undefined>>;

/** What a study's table says of its runs, whichever revision ran them. */
function tableOf(end: CommandEnd): readonly Row[] {
  const { resultsDir } = JSON.parse(end.stdout) as { resultsDir: string };
  const text = readFileSync(join(resultsDir, 'results.csv'), 'utf8');
  const rows: readonly Row[] = parse(text, { columns: true });
  return rows.map(({ run, x, y, status }) => ({ run, x, y, status }));
}
