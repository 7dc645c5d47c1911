/** A study whose pre- or post-process fails: the solver's side, told by name, retried as such and never taken for a cut or for a success. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { doeflow, temporaryFolder, type EndedStudy } from './run-study.ts';

const kinds = ['good', 'pre', 'command', 'post'] as const;

/** Each process says that it ran, and fails for its own kind. */
const script = (name: string, exitCode: number, work: string): string => `read kind x < in.txt
echo "${name} of $kind ran"
if [ "$kind" = ${name} ]; then echo "${name} broke on $kind" >&2; exit ${exitCode}; fi
${work}
`;

type Row = Readonly<Record<string, string>>;

describe.each([
  ['that serves runs', false],
  ['that serves its document only', true],
])('a study whose pre- or post-process fails, on a platform %s', (_, documentOnly) => {
  let stack: Stack;
  let printed: EndedStudy['printed'];

  const table = (name: string): Row[] =>
    parse(readFileSync(join(printed.resultsDir, name), 'utf8'), { columns: true });
  const attemptsOf = (kind: (typeof kinds)[number]): Row[] =>
    table('runs.csv').filter(({ run }) => run === String(kinds.indexOf(kind) + 1));

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    writeStudy(folder);
    stack = await startStack({ speed: 20, documentOnly });
    const results = join(folder, 'results');
    const end = await doeflow(['run', folder, '--results', results, '--json'], stack.env);
    printed = JSON.parse(end.stdout) as EndedStudy['printed'];
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('counts the runs as failed, for the reason `process`', () => {
    expect(printed).toMatchObject({
      status: 'Finished with failures',
      runs: { total: 4, done: 1, failed: 3 },
    });
    expect(table('results.csv')).toMatchObject([
      { kind: 'good', total: '11', status: 'Done', reason: '' },
      { kind: 'pre', total: '', status: 'Failed', reason: 'process' },
      { kind: 'command', total: '', status: 'Failed', reason: 'exit-code' },
      { kind: 'post', total: '', status: 'Failed', reason: 'process' },
    ]);
  });

  it('says which process failed, with its exit code and the end of the log', () => {
    const [pre] = attemptsOf('pre');
    expect(pre).toMatchObject({ exitCode: '3' });
    expect(pre?.['message']).toMatch(/^the pre-process ended with exit code 3; the log says: /u);
    expect(pre?.['message']).toContain('pre broke on pre');
    const [post] = attemptsOf('post');
    expect(post).toMatchObject({ exitCode: '7' });
    expect(post?.['message']).toMatch(/^the post-process ended with exit code 7; the log says: /u);
    expect(post?.['message']).toContain('post broke on post');
  });

  it('tries them again as often as the solver may fail, not the platform', () => {
    expect(attemptsOf('good')).toHaveLength(1);
    for (const kind of ['pre', 'command', 'post'] as const)
      expect(attemptsOf(kind)).toHaveLength(2);
  });

  it('keeps their logs, and the command is not run after a failed pre-process', () => {
    const logOf = (kind: (typeof kinds)[number]): string => {
      const run = String(kinds.indexOf(kind) + 1);
      return readFileSync(join(printed.resultsDir, 'runs', run, 'process_output.log'), 'utf8');
    };
    expect(logOf('pre')).toContain('pre of pre ran');
    expect(logOf('pre')).not.toContain('command of pre ran');
    expect(logOf('post')).toContain('command of post ran');
  });
});

function writeStudy(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pre.sh'), script('pre', 3, 'echo $((x + 10)) > mesh.txt'));
  writeFileSync(join(folder, 'command.sh'), script('command', 5, 'cp mesh.txt out.txt'));
  writeFileSync(
    join(folder, 'post.sh'),
    script('post', 7, 'printf "total\\t%s\\n" $(cat out.txt)'),
  );
  writeFileSync(join(folder, 'in.txt.in'), '${kind} ${x}\n');
  writeFileSync(
    join(folder, 'points.csv'),
    `kind,x\n${kinds.map((kind, index) => `${kind},${index + 1}\n`).join('')}`,
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: processes
variables:
  - { name: kind, type: Param }
  - { name: x, type: Param }
  - { name: total, type: Output, from: postProcess }
design: { method: table, file: points.csv }
job:
  analysis: { code: user_included, version: "0" }
  preProcess: { script: pre.sh, command: sh pre.sh }
  command: sh command.sh
  postProcess: { script: post.sh, command: sh post.sh }
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 4, walltime: 1 }
  inputFiles: [command.sh]
  templates: [{ template: in.txt.in, as: in.txt }]
execution:
  retries: { solver: 1, platform: 2 }
  maxFailedRuns: 3
`,
  );
}
