/** What a bundle for diagnosis holds, as plain values; nothing of it is redacted yet. */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { arch, cpus, freemem, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../host/supervisor/look-at-supervisor.ts';
import type { Settings } from '../../host/settings.ts';
import type { Store } from '../../store/index.ts';
import { readPollingWorkers } from '../../temporal/polling-workers.ts';
import type { Engine } from '../engine/open-engine.ts';
import { surveyStudies } from '../studies/stored-study.ts';

/** Studies that are listed, the newest. */
const mostStudies = 500;

/** Of each log, from its end. */
const logBytes = 400_000;

/** Versions of what runs here. */
export function versionsHere(version: string) {
  return {
    doeflow: version,
    node: process.versions.node,
    system: `${platform()} ${release()} ${arch()}`,
    processors: cpus().length,
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
  };
}

/** What the supervisor of the home says of itself; its token is left out here already. */
export async function supervisorState({ home }: Pick<Settings, 'home'>): Promise<unknown> {
  const state = await lookAtSupervisor(homeFiles(home));
  if (state === undefined) return { state: 'none runs, or it does not answer' };
  return 'platformToken' in state ? { ...state, platformToken: undefined } : state;
}

/** Studies by their ids, without what they study: no variable, no value, no command, no path. */
export async function studiesList(store: Store | undefined): Promise<unknown> {
  if (store === undefined) return { unreadable: 'the store could not be opened' };
  const { studies, damaged, pruned } = await surveyStudies(store);
  return {
    total: studies.length,
    studies: studies.slice(0, mostStudies).map(({ studyId, snapshot, ended, starting }) => ({
      studyId,
      createdAt: snapshot.createdAt,
      engineVersion: snapshot.engineVersion,
      platform: snapshot.platform?.kind ?? 'not known',
      state: ended?.state ?? (starting === undefined ? 'not ended' : 'being started'),
      runs: ended?.runs,
      failures: ended?.failures,
    })),
    damaged: damaged.map(({ studyId, fault }) => ({ studyId, fault: fault.message })),
    pruned: pruned.length,
  };
}

/** What Temporal says of itself, our workers and our open workflows. */
export async function temporalState(engine: Engine | undefined): Promise<unknown> {
  if (engine === undefined)
    return {
      state: 'not up: doeflow dev in another terminal, then the bundle again, adds what it says',
    };
  const { connection, namespace, temporalClient } = engine;
  const { serverVersion } = await connection.workflowService.getSystemInfo({});
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const open: { workflowId: string; type: string; startedAt: string; historyLength: number }[] = [];
  const query = 'ExecutionStatus = "Running"';
  for await (const { workflowId, type, startTime, historyLength } of temporalClient.workflow.list({
    query,
  })) {
    if (open.length === mostStudies) break;
    open.push({ workflowId, type, startedAt: startTime.toISOString(), historyLength });
  }
  return {
    serverVersion,
    namespace,
    retentionSeconds: Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0),
    workers: await readPollingWorkers({ connection, namespace }),
    open,
  };
}

/** The ends of the logs of a home, by their names. */
export function endsOfLogs({ home }: Pick<Settings, 'home'>): ReadonlyMap<string, string> {
  const { logs } = homeFiles(home);
  let names: readonly string[] = [];
  try {
    names = readdirSync(logs).filter((name) => /^[\w.-]{1,80}\.log(?:\.1)?$/u.test(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return new Map([...names].sort().map((name) => [name, endOf(join(logs, name))]));
}

function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, logBytes));
    const read = readSync(file, bytes, 0, bytes.byteLength, size - bytes.byteLength);
    const text = bytes.subarray(0, read).toString('utf8');
    // The first line may be cut, in the middle of what is to be taken out.
    return size > logBytes
      ? `(the end of ${size} bytes)\n${text.slice(text.indexOf('\n') + 1)}`
      : text;
  } finally {
    closeSync(file);
  }
}
