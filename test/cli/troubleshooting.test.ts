/** docs/troubleshooting.md names every code that the program gives: a new one can't be forgotten. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exitCodeMeanings } from '../../src/cli/exit-codes.ts';
import { cureOf } from '../../src/run/cures.ts';
import { failureReasonNames } from '../../src/run/failure-reason.ts';

const path = 'docs/troubleshooting.md';
const page = readFileSync(path, 'utf8');
const settings =
  /^(?:TEMPORAL_(?:ADDRESS|NAMESPACE|PROFILE|CONFIG_FILE|TLS_\w+|API_KEY)|STUDY_FILE)$/u;
const code =
  /'((?:USAGE|TAKEN|STUDY|DESIGN|API|RESULT|STORAGE|TICKET|ARCHIVE|ENGINE|STEP|WORKFLOW|CLUSTER|JOB|SUBMIT|STOP|PLATFORM|UPLOAD|TEMPORAL|ACTIVITY)_[A-Z_]+)'/gu;

/** Every code that stands in the source as a text, and those of the system that have a cure. */
function collectCodes(): readonly string[] {
  const sources = ['src', 'activities', 'workflows', 'worker'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(room, name), 'utf8')),
  );
  const found = sources.flatMap((text) => [...text.matchAll(code)].map(([, name = '']) => name));
  const cures = readFileSync('src/run/cures.ts', 'utf8');
  const keys = [...cures.matchAll(/^ {2}([A-Z][A-Z_]+): /gmu)].map(([, name = '']) => name);
  return [...new Set([...found, ...keys])].filter((name) => !settings.test(name)).sort();
}

const codes = collectCodes();

it('finds the codes of every room', () => {
  expect(codes.length).toBeGreaterThan(150);
  for (const name of ['STEP_PAUSED', 'WORKFLOW_STUCK', 'ENOSPC', 'DESIGN_RUNS', 'UPLOAD_LOST']) {
    expect(codes).toContain(name);
  }
});

it('names every error and trouble code of the source', () => {
  expect(codes.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('names every code of the system that a command may end with', () => {
  const faults = readFileSync('src/files/system-fault.ts', 'utf8');
  const keys = [...faults.matchAll(/^ {2}(E[A-Z]+): \{/gmu)].map(([, name = '']) => name);
  expect(keys.length).toBeGreaterThan(12);
  expect(keys.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('names no code that the program does not give', () => {
  const named = [...page.matchAll(/`([A-Z]+_[A-Z_]+)`/gu)].map(([, name = '']) => name);
  expect(named.filter((name) => !settings.test(name) && !codes.includes(name))).toEqual([]);
});

it('has a line for every reason of a failed run', () => {
  for (const reason of failureReasonNames) expect(page).toContain(`\n| \`${reason}\` | `);
});

it('has the cures and the exit codes as the program has them', async () => {
  const cures = codes.flatMap((name) => {
    const cure = cureOf(name);
    return cure === undefined ? [] : [`| \`${name}\` | ${cure.waitingFor} | ${cure.whatToDo} |`];
  });
  const exits = exitCodeMeanings.map(([number, meaning]) => `| \`${number}\` | ${meaning} |`);
  const now = withSection(
    withSection(page, 'troubles', ['| code | waiting for | what to do |', ...cures]),
    'exit codes',
    ['| exit code | meaning |', ...exits],
  );
  await expect(now).toMatchFileSnapshot(`../../${path}`);
});

/** The page with a table between the two marks of a section. */
function withSection(text: string, name: string, [head = '', ...rows]: readonly string[]): string {
  const section = new RegExp(`(<!-- ${name}: .*-->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`, 'u');
  expect(text).toMatch(section);
  const rule = head.replaceAll(/[^|]+/gu, ' --- ');
  return text.replace(section, (_, begin: string, end: string) =>
    [`${begin}\n${head}`, rule, ...rows, '', end].join('\n'),
  );
}
