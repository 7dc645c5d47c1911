/**
 * Studies of strangers, read and planned as `doeflow validate` and `doeflow plan` do: each is told as a mistake at its place, or planned; none reads
 * what isn't its own, waits, or takes long.
 */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeError } from '../../src/cli/describe-error.ts';
import { loadPlan } from '../../src/cli/load-plan.ts';
import { describePlan } from '../../src/cli/plan/describe-plan.ts';
import { estimateUse } from '../../src/cli/plan/estimate-use.ts';
import { createOutput } from '../../src/cli/output/output.ts';
import { ownPlaces } from '../../src/host/own-places.ts';

const token = 'tok_7Qf9ZkW3xL0pR8sVbN2m';
const canary = 'the-secret-of-another-folder';

let root: string;
let folder: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'doeflow-stranger-')));
  folder = join(root, 'study');
  mkdirSync(folder);
  mkdirSync(join(root, 'home'));
  writeFileSync(join(root, 'home/platform-token'), token);
  writeFileSync(join(root, 'secret.csv'), `x\n${canary}\n`);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What a stranger changes in a study that is sound. */
interface Parts {
  readonly variables?: string;
  readonly design?: string;
  readonly command?: string;
  readonly job?: string;
  readonly end?: string;
}

const uniform = '{name: x, type: Design, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}}';

function studyText({ variables, design, command, job, end }: Parts): string {
  return [
    'name: stranger',
    'variables:',
    `  - ${uniform}`,
    variables ?? '',
    `design: ${design ?? '{method: monte-carlo, runs: 2}'}`,
    'job:',
    '  analysis: {code: user_included, version: "0"}',
    `  command: ${command ?? 'echo ${x}'}`,
    '  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}',
    job ?? '',
    end ?? '',
  ].join('\n');
}

const table = '{method: table, file: points.csv}';
const derived = (expression: string): Parts => ({
  variables: `  - {name: y, type: Param, expression: ${JSON.stringify(expression)}}`,
  command: 'echo ${x} ${y}',
});
const output = (regex: string): Parts => ({
  variables: `  - {name: y, type: Output, from: {file: a.txt, regex: ${JSON.stringify(regex)}}}`,
});
const template = 'templates: [{template: t.in, as: t}]';

interface Hostile {
  /** What is tried. */
  readonly attack: string;
  readonly study: Parts | string;
  readonly files?: Readonly<Record<string, string>>;
  readonly arrange?: () => void;
  /** What must be said; a study without it is planned. */
  readonly said?: string;
}

const outside = "Expected a file inside the study's folder";
const forbidden = 'no study may read';
const input = (file: string): Parts => ({ job: `  inputFiles: [${JSON.stringify(file)}]` });

const hostile: readonly Hostile[] = [
  { attack: 'uploads a file above it', study: input('../secret.csv'), said: outside },
  { attack: 'uploads a file of the system', study: input('/etc/passwd'), said: outside },
  {
    attack: 'uploads what a process was started with',
    study: input('/proc/self/environ'),
    said: forbidden,
  },
  { attack: 'uploads the token', study: input('../home/platform-token'), said: forbidden },
  {
    attack: 'uploads a link',
    study: input('mesh'),
    arrange: () => symlinkSync('../secret.csv', join(folder, 'mesh')),
    said: outside,
  },
  {
    attack: 'uploads the token of another home by a second name',
    study: input('mesh'),
    arrange: () => {
      writeFileSync(join(folder, '..', 'token-of-another-home'), 'secret', { mode: 0o600 });
      linkSync(join(folder, '..', 'token-of-another-home'), join(folder, 'mesh'));
    },
    said: 'a second name',
  },
  {
    attack: 'shows a file as a table',
    study: { design: '{method: table, file: ../secret.csv}' },
    said: outside,
  },
  {
    attack: 'shows a file as cases',
    study: { variables: '  - {name: c, type: Case, caseFile: ../secret.csv}' },
    said: outside,
  },
  {
    attack: 'shows a file as a template',
    study: { job: '  templates: [{template: ../secret.csv, as: t}]' },
    said: outside,
  },
  {
    attack: 'runs a script of another folder',
    study: { job: '  preProcess: {script: ../secret.csv, command: sh secret.csv}' },
    said: outside,
  },
  {
    attack: 'shows a file in the errors of a study file that is a link',
    study: '',
    arrange: () => {
      rmSync(join(folder, 'study.yaml'));
      symlinkSync('../secret.csv', join(folder, 'study.yaml'));
    },
    said: outside,
  },
  {
    attack: 'waits for a pipe',
    study: input('pipe'),
    arrange: () => void execFileSync('mkfifo', [join(folder, 'pipe')]),
    said: 'a named pipe',
  },
  { attack: 'reads a device without end', study: input('/dev/zero'), said: forbidden },
  {
    attack: 'unfolds aliases upon aliases',
    study: `a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c]\nname: *d\n`,
    said: 'aliases that can be unfolded',
  },
  {
    attack: 'repeats one alias a thousand times',
    study: `a: &a x\nb: [${'*a , '.repeat(1000)}]\n`,
    said: 'at most 100 aliases',
  },
  { attack: 'nests lists', study: '['.repeat(100_000), said: 'at most 40 levels' },
  {
    attack: 'has more fields than are read',
    study: Array.from({ length: 30_000 }, (_, index) => `k${index}: 1`).join('\n'),
    said: 'at most 20000 fields',
  },
  { attack: 'sums a range', study: derived('sum(1:1e9)'), said: 'got a range' },
  { attack: 'makes a matrix', study: derived('zeros(100000, 100000)'), said: 'Expected' },
  { attack: 'defines a function without end', study: derived('f(x) = f(x)'), said: 'Expected' },
  { attack: 'asks for a large factorial', study: derived('100000000!'), said: 'Expected' },
  { attack: 'formats with many digits', study: derived('format(x, 1e9)'), said: 'Expected' },
  { attack: 'reaches for a constructor', study: derived('x.constructor'), said: 'Expected' },
  {
    attack: 'nests brackets',
    study: derived(`${'('.repeat(50_000)}x${')'.repeat(50_000)}`),
    said: 'at most 2000 characters',
  },
  { attack: 'looks around', study: output('(?<=a)(b)'), said: 'without lookaround' },
  {
    attack: 'repeats repetitions',
    study: output('((((a{30}){30}){30}){30})'),
    said: 'regular expression',
  },
  {
    attack: 'plans more runs than there are',
    study: { design: '{method: monte-carlo, runs: 1e12}' },
    said: 'at most 10000000',
  },
  {
    attack: 'has a template of a million openings',
    study: { job: `  ${template}` },
    files: { 't.in': '${'.repeat(1_000_000) },
    said: 'Expected a placeholder',
  },
  {
    attack: 'has a template of a million values',
    study: { job: `  ${template}` },
    files: { 't.in': '${x}'.repeat(1_000_000) },
    said: 'at most 100000 placeholders',
  },
  {
    attack: 'formats with a million zeros',
    study: { job: `  ${template}` },
    files: { 't.in': `\${x?string("${'0'.repeat(1_000_000)}")}` },
    said: 'it has 1000000 characters, more than 1000',
  },
  {
    attack: 'formats a variable with half a million decimals',
    study: {
      variables: `  - {name: y, type: Param, generator: Uniform, settings: {minvalue: 0, maxvalue: 1}, format: "0.${'0'.repeat(500_000)}"}`,
      command: 'echo ${x} ${y}',
    },
    said: 'it has 500002 characters, more than 1000',
  },
  {
    attack: 'formats a value of its command with half a million decimals',
    study: { command: `echo \${x?string("0.${'0'.repeat(500_000)}")}` },
    said: 'characters',
  },
  {
    attack: 'has a text of half a million characters',
    study: {
      variables: `  - {name: c, type: Case, values: [${'A'.repeat(500_000)}, b]}`,
      command: 'echo ${x} ${c}',
    },
    said: 'a text of at most 10000 characters',
  },
  {
    attack: 'has a command of half a million characters',
    study: { command: `echo \${x} ${'A'.repeat(500_000)}` },
    said: '100000',
  },
  {
    attack: 'has a name of half a million characters',
    study: { command: `echo \${x}`, variables: `  - {name: ${'n'.repeat(500_000)}, type: Param}` },
    said: 'at most 64 characters',
  },
  {
    attack: 'writes a long text a hundred thousand times',
    study: {
      variables: `  - {name: c, type: Case, values: [${'A'.repeat(9_000)}, b]}`,
      job: `  ${template}`,
    },
    files: { 't.in': '${c}'.repeat(90_000) },
    said: 'Expected values of at most 64000000 characters in one file',
  },
  {
    attack: 'has a template of one line of a million characters',
    study: { job: `  ${template}` },
    files: { 't.in': `\${x}${'A'.repeat(1_000_000)}` },
  },
  {
    attack: 'has a table of a million columns',
    study: { design: table },
    files: { 'points.csv': `x${','.repeat(400_000)}\n` },
    said: 'more than 10000 columns',
  },
  {
    attack: 'writes to the terminal, and prints a token',
    study: { command: JSON.stringify(`echo \${x} \u001b]0;owned\u0007\u001b[2J ${token}`) },
  },
  {
    attack: 'would run a command while it is planned',
    study: { command: 'touch ran; echo ${x} $(touch ran)' },
  },
];

/** All that is said of the study, as the command prints it. */
async function told(): Promise<string> {
  let printed = '';
  const stream = { write: (text: string) => ((printed += text), true), on: () => stream };
  const streams = { stdout: stream, stderr: stream } as unknown as Pick<
    NodeJS.Process,
    'stdout' | 'stderr'
  >;
  const plainly = { json: false, quiet: false, color: false, verbose: true };
  const shown = createOutput({ ...streams, env: {}, ...plainly });
  shown.hide(token);
  const env = { HOME: root, DOEFLOW_HOME: join(root, 'home') };
  try {
    const never = ownPlaces({ flags: {}, env, cwd: root });
    const planned = await loadPlan(folder, { bounds: { never } });
    const use = estimateUse(planned.loaded.study, planned.plan);
    shown.show(await describePlan({ ...planned, path: 'study', show: 3, use }));
  } catch (error) {
    shown.fail(await describeError(error));
  }
  return printed;
}

describe('a study of a stranger', () => {
  it.each(hostile.map((one) => [one.attack, one] as const))('that %s', async (_attack, one) => {
    const { study, files = {}, arrange, said } = one;
    writeFileSync(join(folder, 'study.yaml'), typeof study === 'string' ? study : studyText(study));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    arrange?.();
    const begun = performance.now();
    const printed = await told();
    expect(performance.now() - begun).toBeLessThan(10_000);
    if (said === undefined) expect(printed).toContain('Run 1 executes:');
    else expect(printed).toContain(said);
    for (const secret of [canary, token, 'root:x:', '\u001b', '\u0007']) {
      expect(printed).not.toContain(secret);
    }
    expect(Math.max(...printed.split('\n').map((line) => line.length))).toBeLessThan(5_000);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(printed).not.toContain('UNEXPECTED');
  });
});
