/** Runs that do what no run should: each has its own verdict, and its neighbours' collection isn't held up. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditReport } from '../../src/audit/index.ts';
import { runMarkerName } from '../../src/run/run-marker.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { longForm } from '../kit/test-form.ts';
import { doeflow, temporaryFolder, type EndedStudy } from './run-study.ts';

interface Behaviour {
  /** Shell; `answer` writes the output as it should be. */
  readonly does: string;
  readonly status: 'Done' | 'Failed';
  readonly reason?: string;
  /** In the run's message. */
  readonly told?: RegExp;
}

/** Puts something else in the place of the marker, and ends well. */
function replacing(what: string, how: string): Behaviour {
  return {
    does: `rm -f ${runMarkerName}; ${how}; answer`,
    ...{ status: 'Done', told: new RegExp(`^its command had put ${what} in the place of`, 'u') },
  };
}

const many = longForm ? 100_000 : 1_000;

/** What a run is called in the table -> what it does and how it is judged. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  good: { does: 'answer', status: 'Done' },
  'marker-changed-later': {
    does: `answer; (sleep 0.5; printf 'doeflow 1 j000000000000\\nend\\t0\\t0\\n' > ${runMarkerName}) > /dev/null 2>&1 & exit 4`,
    ...{ status: 'Failed', reason: 'output-damaged', told: /changed after its run had ended/ },
  },
  daemon: {
    does: 'answer; setsid sh -c "exec sleep 987.$NUMBER" > /dev/null 2>&1 < /dev/null &',
    status: 'Done',
  },
  'daemon-without-environment': {
    does: `answer; (env -i setsid sh -c "(env -i setsid sleep 987.$NUMBER &)" > /dev/null 2>&1 &)`,
    status: 'Done',
  },
  'deaf-to-sigterm': {
    does: "trap '' TERM; while :; do sleep 1; done",
    ...{ status: 'Failed', reason: 'timeout', told: /runWalltime/ },
  },
  'stopped-by-sigstop': {
    does: 'answer; kill -STOP $$',
    ...{ status: 'Failed', reason: 'timeout', told: /runWalltime/ },
  },
  'stops-its-group': {
    does: 'answer; sleep 986.$NUMBER & kill -STOP 0',
    ...{ status: 'Failed', reason: 'timeout', told: /runWalltime/ },
  },
  'stops-its-parent': {
    does: 'answer; kill -STOP $PPID',
    ...{ status: 'Failed', reason: 'timeout', told: /runWalltime/ },
  },
  'kills-its-parent': {
    does: 'answer; kill -9 $PPID; sleep 986.$NUMBER',
    ...{ status: 'Failed', reason: 'exit-code', told: /exit code 137/ },
  },
  'leaves-stopped-process': {
    does: 'answer; sleep 987.$NUMBER > /dev/null 2>&1 & kill -STOP $!; true',
    status: 'Done',
  },
  sparse: { does: 'truncate -s 3G big.bin; answer', status: 'Done' },
  'many-files': {
    does: `mkdir -p many; cd many; seq ${many} | xargs touch; cd ..; answer`,
    status: 'Done',
  },
  'newline-in-name': {
    does: `printf 1 > "$(printf 'a\\nresult.txt')"; answer`,
    status: 'Done',
  },
  'output-is-a-link': {
    does: 'echo "y = 7" > real.txt; ln -s real.txt result.txt',
    ...{ status: 'Failed', reason: 'output-missing', told: /result\.txt/ },
  },
  'output-is-a-pipe': {
    does: 'mkfifo result.txt',
    ...{ status: 'Failed', reason: 'output-missing', told: /result\.txt/ },
  },
  'output-is-a-folder': {
    does: 'mkdir result.txt; echo "y = 7" > result.txt/inner',
    ...{ status: 'Failed', reason: 'output-missing', told: /result\.txt/ },
  },
  'folder-deleted': {
    does: 'answer; rm -rf "$PWD"',
    ...{ status: 'Failed', reason: 'cut', told: /left nothing in the place of its work folder/ },
  },
  'forges-marker-then-fails': {
    does: `printf 'doeflow 1 j000000000000\\nin\\tkind\\t%s\\nend\\t0\\t0\\n' x > ${runMarkerName}; answer; exit 3`,
    ...{ status: 'Failed', reason: 'exit-code', told: /exit code 3/ },
  },
  'marker-is-a-folder': replacing('a folder', `mkdir ${runMarkerName}`),
  'marker-is-a-link': replacing('a link', `ln -s "$OUTSIDE" ${runMarkerName}`),
  'marker-is-a-device': replacing('a link', `ln -s /dev/zero ${runMarkerName}`),
  'marker-is-a-pipe': replacing('a pipe', `mkfifo ${runMarkerName}`),
  'marker-is-a-pipe-and-fails': {
    does: `rm -f ${runMarkerName}; mkfifo ${runMarkerName}; exit 5`,
    ...{
      status: 'Failed',
      reason: 'exit-code',
      told: /exit code 5; .* put a pipe in the place of/,
    },
  },
  'exit-is-a-pipe': { does: 'mkfifo ../exit; answer', status: 'Done' },
  'started-is-a-pipe': { does: 'rm ../started; mkfifo ../started; answer', status: 'Done' },
  'deep-folders': {
    does: 'answer; (for i in $(seq 150); do mkdir abcdefghijklmnopqrstuvwxyz01; cd abcdefghijklmnopqrstuvwxyz01; done; : > end.txt)',
    status: 'Done',
  },
  'work-is-a-link': {
    does: 'answer; rm -rf "$PWD"; ln -s "$OUTSIDE_FOLDER" "$PWD"',
    ...{ status: 'Failed', reason: 'cut', told: /left a link in the place of its work folder/ },
  },
  'root-is-a-link': {
    does: 'answer; d=$(dirname "$PWD"); cd /; rm -rf "$d"; ln -s "$OUTSIDE_FOLDER" "$d"',
    ...{ status: 'Failed', reason: 'cut' },
  },
  'folder-unreadable': { does: 'answer; chmod 000 .', status: 'Done' },
  'kills-its-group': {
    does: 'answer; kill -9 0',
    ...{ status: 'Failed', reason: 'exit-code', told: /exit code 137/ },
  },
  last: { does: 'answer', status: 'Done' },
};
const kinds = Object.keys(behaviours);

type Row = Readonly<Record<string, string>>;

describe('a study whose runs misbehave', () => {
  let stack: Stack;
  let rows: readonly Row[];
  let studyId: string;
  let outside: string;

  beforeAll(async () => {
    stack = await startStack({ speed: 20 });
    const folder = temporaryFolder(afterAll);
    outside = join(folder, 'elsewhere', 'process_output.log');
    write(folder, outside);
    const end = await doeflow(
      ['run', folder, '--results', join(folder, 'results'), '--json'],
      stack.env,
    );
    const printed = JSON.parse(end.stdout || `"${end.stderr}"`) as EndedStudy['printed'];
    studyId = printed.studyId;
    rows = parse(readFileSync(join(printed.resultsDir, 'runs.csv'), 'utf8'), { columns: true });
  }, 240_000);
  afterAll(() => stack.stop());

  it.each(kinds)('judges the run %s by itself', (kind) => {
    const row = rows.find(({ run }) => Number(run) === kinds.indexOf(kind) + 1);
    const { status, reason, told } = behaviours[kind] ?? {};
    expect(row, JSON.stringify(row)).toMatchObject({ status, ...(reason && { reason }) });
    if (told !== undefined) expect(row?.['message']).toMatch(told);
  });

  it('writes and removes nothing outside of the folders of its runs', () => {
    expect(readFileSync(outside, 'utf8')).toBe('kept');
    expect(readdirSync(dirname(outside), { recursive: true }).sort()).toEqual([
      ...[runMarkerName, join(runMarkerName, 'kept'), 'process_output.log', 'work'],
    ]);
  });

  it('leaves no process of a run, and the audit is clean', async () => {
    await waitFor('the end of all that runs left', () =>
      ['sleep 986.', 'sleep 987.'].every((name) => processesNaming(name).length === 0),
    );
    const { stdout, stderr } = await doeflow(['verify', studyId, '--json'], stack.env);
    const { faults, notes } = JSON.parse(stdout) as AuditReport;
    expect(faults, stderr).toEqual([]);
    expect(notes).toContainEqual(expect.stringContaining('paid for and left no result'));
  });
});

function write(folder: string, outside: string): void {
  mkdirSync(dirname(outside), { recursive: true });
  writeFileSync(outside, 'kept');
  // What a wrapper that follows a link would take away, and write into.
  mkdirSync(join(dirname(outside), runMarkerName));
  writeFileSync(join(dirname(outside), runMarkerName, 'kept'), 'kept');
  mkdirSync(join(dirname(outside), 'work'));
  const cases = kinds.map((kind) => `${kind}) ${behaviours[kind]?.does ?? ''} ;;`);
  writeFileSync(
    join(folder, 'model.sh'),
    `NUMBER=$RANDOM\nOUTSIDE=${outside}\nOUTSIDE_FOLDER=${dirname(outside)}\nanswer() { echo "y = 1" > result.txt; }\ncase $1 in\n${cases.join('\n')}\nesac\n`,
  );
  writeFileSync(join(folder, 'kinds.csv'), `kind\n${kinds.join('\n')}\n`);
  writeFileSync(
    join(folder, 'study.yaml'),
    `name: misbehaving-runs
variables:
  - { name: kind, type: Param }
  - { name: y, type: Output, from: { file: result.txt, key: y } }
design: { method: table, file: kinds.csv }
job:
  analysis: { code: user_included, version: "0" }
  command: bash model.sh \${kind}
  hardware: { coreType: emerald, coresPerSlot: 1, slots: 3, walltime: 1 }
  runWalltime: ${longForm ? 30 : 8}s
  inputFiles: [model.sh]
execution: { maxFailedRuns: ${kinds.length}, retries: 0, failFast: 0 }
`,
  );
}
