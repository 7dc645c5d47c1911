/** Studies on a platform that answers wrongly: paid once by its own ledger, never failed, never parked, and told. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { doeflow, temporaryFolder, type EndedStudy } from './run-study.ts';

const submit = { method: 'POST', path: '/api/v2/jobs/*/submit/' };
const runs = { method: 'GET', path: '/api/v2/jobs/*/runs/' };
const page = {
  status: 200,
  body: '<!doctype html><p>Sign in</p>',
  headers: { 'content-type': 'text/html' },
};

/** What the platform does wrong, from the first of four studies to the last. */
const rules = [
  {
    match: { ...submit, nth: 1 },
    when: 'after',
    what: { status: 400, body: { detail: 'Twice.' } },
  },
  { match: { ...submit, nth: 2 }, when: 'after', what: { status: 403, body: { detail: 'No.' } } },
  { match: { ...submit, nth: 3 }, when: 'after', what: { status: 502, body: 'down' } },
  { match: { ...submit, nth: 4 }, what: 'double' },
  { match: { method: 'POST', path: '/api/v2/jobs/', nth: 1 }, what: 'double' },
  { match: { method: 'GET', path: '/api/v2/jobs/*/files/' }, what: { countMore: 7 } },
  { match: { method: 'GET', path: '/api/v2/jobs/*/statuses/', nth: [1, 2] }, what: page },
  { match: { ...runs, nth: 1 }, what: { status: 403, body: { detail: 'No right.' } } },
  { match: runs, what: { status: 500, body: { detail: 'Oops.' } } },
];

describe.each([
  ['that serves runs', false],
  ['that serves its document only', true],
])('studies on a platform %s, and answers wrongly', (_, documentOnly) => {
  let stack: Stack;
  const ends: EndedStudy['printed'][] = [];
  const notes: string[][] = [];
  let kinds: readonly string[];

  beforeAll(async () => {
    const folder = temporaryFolder(afterAll);
    const faults = join(folder, 'faults.json');
    writeFileSync(faults, JSON.stringify({ rules }));
    stack = await startStack({ speed: 20, documentOnly, faults });
    for (const name of ['first', 'second', 'third', 'fourth']) {
      const study = join(folder, name);
      writeStudy(study, name);
      const { stdout } = await doeflow(['run', study, '--results', study, '--json'], stack.env);
      ends.push(JSON.parse(stdout) as EndedStudy['printed']);
      const status = await doeflow(['status', name, '--json'], stack.env);
      notes.push((JSON.parse(status.stdout) as { notes: string[] }).notes);
      if (name !== 'first') continue;
      // A worker remembers for a while what isn't served; a new one asks.
      await stack.programs.worker.kill();
      await stack.programs.worker.start();
    }
    kinds = await ledgerOf(stack);
  });

  afterAll(async () => {
    await stack?.stop();
  });

  it('end with all their runs, whatever answered', () => {
    const done = { status: 'Finished', runs: { total: 2, done: 2, failed: 0 } };
    expect(ends).toMatchObject([done, done, done, done]);
  });

  it('are paid once where a submit is answered 400, 403, 502 or done twice', () => {
    expect(kinds.filter((kind) => kind === 'job submitted')).toHaveLength(4);
    // The gateway's own repeat, and no other.
    expect(kinds.filter((kind) => kind === 'job submitted again')).toHaveLength(1);
  });

  it('tell of a job that a create left twice', () => {
    expect(kinds.filter((kind) => kind === 'job created')).toHaveLength(5);
    expect(notes[0]).toContainEqual(
      expect.stringMatching(/more than once: \w+ is used, and not (\w+)\. .* jobs\/\1$/),
    );
  });

  it('tell of a list that announces more than it holds', () => {
    expect(notes[0]).toContainEqual(
      expect.stringMatching(/files\/ says that it has more rows than its pages hold/),
    );
  });

  it('read the files where /runs/ answers 403 and 500, and tell so where it is served at all', () => {
    const without = /without GET \/api\/v2\/jobs\/\{job_id\}\/runs\/: .* (\d+) /;
    const told = notes.map((all) => all.flatMap((note) => without.exec(note)?.[1] ?? []));
    expect(told.slice(0, 2)).toEqual(documentOnly ? [[], []] : [['403'], ['500']]);
  });
});

async function ledgerOf({ platformUrl, platformHeaders }: Stack): Promise<readonly string[]> {
  const answer = await fetch(`${platformUrl}local/ledger/?limit=1000`, {
    headers: platformHeaders,
  });
  return ((await answer.json()) as { entries: { kind: string }[] }).entries.map(({ kind }) => kind);
}

function writeStudy(folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'x.txt.in'), '${x}\n');
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: ${name}
variables:
  - { name: x, type: Param, generator: Uniform, settings: { minvalue: 0, maxvalue: 1 } }
  - { name: y, type: Output, from: { file: y.txt, key: y } }
design: { method: monte-carlo, runs: 2, seed: 4 }
job:
  analysis: { code: user_included, version: "0" }
  command: echo "y = $(cat x.txt)" > y.txt
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 2, walltime: 1 }
  templates: [{ template: x.txt.in, as: x.txt }]
`,
  );
}
