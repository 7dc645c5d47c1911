/** Plays rows of the table of endings, and counts what is left on the platform 30 s after each. */
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isTerminalJobStatus } from '../../src/platform-api/index.ts';
import { clusterWorkflowId, jobWorkflowId, studyWorkflowId } from '../../src/temporal/names.ts';
import { waitFor } from '../kit/processes.ts';
import { temporaryFolder } from '../studies/run-study.ts';
import { studyOfTwoRuns } from './clustered-studies.ts';
import type { Act, Ending, Row } from './endings.ts';
import { closeAtMostMs, groundOf, openGround, type Ground } from './grounds.ts';

const soonMs = 30_000;

/** Declares a test of each row; rows that can share a ground do, side by side. */
export function describeEndings(rows: readonly Row[]): void {
  const folder = temporaryFolder(afterAll);
  const grounds = new Map<string, readonly Row[]>();
  for (const row of rows) {
    const name = groundOf(row);
    grounds.set(name, [...(grounds.get(name) ?? []), row]);
  }
  for (const [place, [name, shared]] of [...grounds].entries()) {
    const [first] = shared;
    if (first === undefined) continue;
    describe(`nothing is left on: ${name}`, () => {
      let ground: Ground;
      beforeAll(async () => {
        ground = await openGround(join(folder, `ground-${place}`), first);
      });
      afterAll(() => ground.close(), closeAtMostMs + 60_000);
      describe.concurrent('of a study that', () => {
        for (const [index, row] of shared.entries()) {
          it(row.ending.how, () => play(ground, folder, `study-${place}-${index}`, row));
        }
      });
    });
  }
}

interface Seen {
  readonly status: string;
  readonly unknown: string | null;
  readonly clusters: readonly {
    readonly clusterId: string;
    readonly pricePerHour: number | null;
    readonly endsAt: string | null;
  }[];
}

async function play(ground: Ground, folder: string, name: string, row: Row): Promise<void> {
  const { ending, setUp, mode } = row;
  const study = writeStudy(join(folder, name), name, ending);
  const results = join(folder, 'results');
  const command =
    ending.act.kind === 'signals'
      ? ground.begin('run', study.folder, '--results', results)
      : undefined;
  let said = '';
  command?.stderr?.on('data', (words) => (said += String(words)));
  const closed = command && once(command, 'close');
  if (command === undefined) {
    const { exitCode, stderr } = await ground.call('start', study.folder, '--results', results);
    expect(exitCode, stderr).toBe(0);
  }
  await waitFor(`a run that executes, got ${said}`, study.hasBegun, 90_000);
  const listed = JSON.parse((await ground.call('list', '--json')).stdout) as readonly {
    readonly studyId: string;
    readonly name: string;
  }[];
  const studyId = listed.find((one) => one.studyId.startsWith(`${name}-`))?.studyId ?? '';
  const status = async (): Promise<Seen> =>
    JSON.parse((await ground.call('status', studyId, '--json')).stdout) as Seen;

  await perform(ending.act, { ground, name, studyId, letGo: study.letGo });
  for (const signal of ending.act.kind === 'signals' ? ending.act.signals : []) {
    command?.kill(signal);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await closed;
  if (setUp === 'local' && command !== undefined) {
    await waitFor('the end of everything', () => ground.processes().length === 0, soonMs);
    return;
  }
  if (setUp === 'paid' && ending.act.kind === 'signals' && ending.act.signals[0] === 'SIGINT') {
    // A second signal may come as it leaves, when it is the system's: to a shell that is 130 as well.
    const code = command?.signalCode === 'SIGINT' ? 130 : command?.exitCode;
    expect(code).toBe(130);
    expect(said.replace(/\s+/gu, ' ')).toContain(
      'stay up on this machine until it and its cluster are over',
    );
  }
  if (ending.goesOn === true) {
    // It has lost nothing: what it holds is somebody's business.
    if (ending.act.kind === 'signals') expect(await left(ground, name)).not.toEqual([]);
    study.letGo();
  }
  const expected = (mode === 'document' ? ending.statusInDocument : undefined) ?? ending.status;
  await waitFor(
    `${studyId} to be ${expected}`,
    async () =>
      (await status()).status === expected ||
      // Programs that stay for what is open are gone once that is over; nobody is left then who knows of it.
      (ending.isReaped === true && setUp === 'paid' && ground.processes().length === 0),
    90_000,
  );
  if (ending.isReaped === true) {
    const { exitCode, stderr } = await ground.call('reap', '--json');
    expect([0, mode === 'document' ? 5 : 0], stderr).toContain(exitCode);
  }

  const things = await untilLeft(ground, name, mode === 'document');
  expect(things.filter(({ kind }) => kind === 'job' || mode === 'full')).toEqual([]);
  // What nobody can end is told, with its price and its end.
  const { clusters } = await status();
  expect(clusters.map(({ clusterId }) => clusterId).sort()).toEqual(
    things.map(({ id }) => id).sort(),
  );
  for (const { pricePerHour, endsAt } of clusters) {
    expect(pricePerHour).toBeGreaterThan(0);
    expect(endsAt).toMatch(/^\d{4}-/u);
  }
  if (clusters.length > 0) {
    const { stdout } = await ground.call('status', studyId);
    for (const { clusterId } of clusters)
      expect(stdout).toMatch(new RegExp(`cluster ${clusterId} .* an hour, until 20`, 'u'));
  }
  if (command !== undefined) {
    await waitFor('the end of its programs', () => ground.processes().length === 0, soonMs);
  }
}

async function perform(
  act: Act,
  {
    ground,
    name,
    studyId,
    letGo,
  }: {
    readonly ground: Ground;
    readonly name: string;
    readonly studyId: string;
    readonly letGo: () => void;
  },
): Promise<void> {
  switch (act.kind) {
    case 'let go':
      letGo();
      break;
    case 'stop':
      expect((await ground.call('stop', studyId, '--yes', '--json')).exitCode).toBe(0);
      break;
    case 'workflow': {
      const { temporalClient } = await ground.connect();
      const ids = {
        study: studyWorkflowId(name),
        job: jobWorkflowId(studyId, 1),
        cluster: clusterWorkflowId(name),
      };
      const handle = temporalClient.workflow.getHandle(ids[act.of]);
      await (act.by === 'cancel'
        ? handle.cancel()
        : handle.terminate('by somebody in the Temporal UI'));
      break;
    }
    case 'nothing':
    case 'signals':
      break;
  }
}

interface Left {
  readonly kind: 'cluster' | 'job';
  readonly id: string;
  readonly status: string;
}

/** What is on at last: as soon as nothing is; with clusters that nobody can end, as soon as no job is. */
async function untilLeft(
  ground: Ground,
  name: string,
  keepsClusters: boolean,
): Promise<readonly Left[]> {
  const started = performance.now();
  for (;;) {
    const things = await left(ground, name);
    const waited = things.filter(({ kind }) => kind === 'job' || !keepsClusters);
    if (waited.length === 0 || performance.now() - started > soonMs) return things;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Clusters and jobs of a study that cost, by the platform's own book and by the histories that its document has. */
async function left(ground: Ground, name: string): Promise<readonly Left[]> {
  const { url, token } = ground.platform();
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(new URL(path, url), {
      headers: { Authorization: `Token ${token}` },
    });
    return (await answer.json()) as T;
  };
  const { entries } = await ask<{
    readonly entries: readonly {
      readonly kind: string;
      readonly subject: string;
      readonly detail?: { readonly name?: string };
    }[];
  }>('local/ledger/?limit=10000');
  const things: Left[] = [];
  for (const { kind: what, subject: id, detail } of entries) {
    const kind =
      what === 'cluster created' ? 'cluster' : what === 'job created' ? 'job' : undefined;
    if (kind === undefined || detail?.name?.startsWith(`${name} `) !== true) continue;
    const path =
      kind === 'cluster' ? `api/v3/clusters/${id}/statuses/` : `api/v2/jobs/${id}/statuses/`;
    const { results } = await ask<{ readonly results: readonly { readonly status: string }[] }>(
      path,
    );
    const status = results[0]?.status ?? 'Not Started';
    const isOver = kind === 'job' ? isTerminalJobStatus(status) : status === 'Stopped';
    if (!isOver && status !== 'Not Started') things.push({ kind, id, status });
  }
  return things;
}

/** Two runs that follow one another on a cluster of the study's own, and wait until they are let go. */
function writeStudy(folder: string, name: string, { fails, execution }: Ending) {
  mkdirSync(folder, { recursive: true });
  const go = join(folder, 'go');
  const begun = join(folder, 'begun');
  writeFileSync(
    join(folder, 'model.sh'),
    `echo 1 >> '${begun}'
${fails === true ? `if [ "$1" = 1 ]; then exit 1; fi` : ''}
until test -e '${go}'; do sleep 0.1; done
echo "y = $1" > result.txt
`,
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    studyOfTwoRuns(name, 1, execution === undefined ? '' : `  ${execution}\n`),
  );
  return {
    folder,
    hasBegun: () => existsSync(begun),
    letGo: () => appendFileSync(go, ''),
  };
}
