import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors.ts';
import { connectTemporal } from '../../../src/temporal/connect.ts';
import { runDoctor } from '../../../src/host/doctor.ts';
import { searchAttributes, taskQueue } from '../../../src/temporal/names.ts';
import {
  ensureSearchAttributes,
  readSearchAttributes,
  searchAttributeKeys,
} from '../../../src/temporal/search-attributes.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { homeFiles, makeHomeFolders } from '../../../src/host/supervisor/home-files.ts';
import { choosePorts } from '../../../src/host/supervisor/ports.ts';
import { waitForPort } from '../../../src/temporal/wait-for-port.ts';
import { findTestServer } from '../../kit/find-test-server.ts';
import { waitFor } from '../../kit/processes.ts';
import { createStackProgram } from '../../kit/stack-program.ts';
import { startStack, type Stack } from '../../kit/start-stack.ts';

let home: string;
let stack: Stack | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'doeflow-server-'));
});

afterEach(async () => {
  await stack?.stop();
  stack = undefined;
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

const startServer = async (): Promise<Stack> => {
  stack = await startStack({ home, without: ['platform', 'runner', 'worker'] });
  return stack;
};

/** Runs a server on the same database file with these search attributes only, as an older version of ours would have. */
async function makeOlderDatabase(attributes: readonly string[]): Promise<void> {
  const files = homeFiles(home);
  makeHomeFolders(files);
  const ports = await choosePorts(files);
  const address = `127.0.0.1:${ports.temporal}`;
  const program = createStackProgram({
    name: 'temporal',
    title: 'older server',
    command: await findTestServer(),
    args: [
      ...['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--log-level', 'error'],
      ...['--port', String(ports.temporal), '--db-filename', files.temporalDatabase],
      ...attributes.flatMap((attribute) => ['--search-attribute', attribute]),
    ],
    env: process.env,
    cwd: home,
    stopGraceMs: 1000,
    ready: async (signal) => {
      await waitForPort(address, { timeoutMs: 30_000, signal });
      await (await connectTemporal({ address, namespace: 'default' })).close();
    },
  });
  await program.start();
  await program.kill('SIGTERM');
}

describe('our Temporal server', () => {
  it('keeps closed workflows for a year and knows the engine’s search attributes', async () => {
    const { connection, namespace } = await (await startServer()).connect();
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(365 * 24 * 3600);
    expect(await readSearchAttributes(connection, namespace)).toEqual(
      Object.entries(searchAttributes).map(([name, type]) => ({
        name,
        expected: type,
        actual: type,
      })),
    );
  });

  it('gets the search attributes that an older database file lacks, fit for use at once', async () => {
    await makeOlderDatabase(['StudyId=Keyword']);
    const { temporalClient, connection, namespace } = await (await startServer()).connect();
    const states = await readSearchAttributes(connection, namespace);
    expect(states.filter(({ actual, expected }) => actual !== expected)).toEqual([]);
    await temporalClient.workflow.start('anyWorkflow', {
      workflowId: 'study-of-attributes',
      taskQueue,
      typedSearchAttributes: [
        { key: searchAttributeKeys.StudyName, value: 'beam' },
        { key: searchAttributeKeys.RunsTotal, value: 12 },
      ],
    });
    const found = await waitFor('the workflow in visibility', async () => {
      for await (const each of temporalClient.workflow.list({
        query: 'StudyName = "beam" AND RunsTotal = 12',
      })) {
        return each.workflowId;
      }
      return undefined;
    });
    expect(found).toBe('study-of-attributes');
  });

  it('is refused with the attribute’s name when an old database file holds another type', async () => {
    await makeOlderDatabase(['RunsTotal=Keyword']);
    await expect(startServer()).rejects.toMatchObject({
      code: 'USAGE_SEARCH_ATTRIBUTES',
      message: expect.stringContaining('RunsTotal') as string,
    });
  });

  it('keeps what it knows through a kill and a restart', async () => {
    const running = await startServer();
    const { temporalClient } = await running.connect();
    await temporalClient.workflow.start('anyWorkflow', {
      workflowId: 'study-that-stays',
      taskQueue,
    });
    await running.programs.temporal.kill();
    await running.programs.temporal.start();
    const again = await running.connect();
    const { status } = await again.temporalClient.workflow.getHandle('study-that-stays').describe();
    expect(status.name).toBe('RUNNING');
    expect(await ensureSearchAttributes(again.connection, again.namespace)).toEqual([]);
  });

  it('is known to the doctor, who says that no worker polls', async () => {
    const { env } = await startServer();
    const settings = resolveSettings({ flags: {}, env, cwd: home });
    const checks = [];
    for await (const check of runDoctor(settings, { env, nodeVersion: '18.20.0' })) {
      checks.push([check.name, check.ok]);
    }
    expect(checks).toEqual([
      ['Node', false],
      ['Disk', true],
      ['Store', true],
      ['Payload key', true],
      ['Temporal', true],
      ['Search attributes', true],
      ['Worker', false],
      ['Worker of files', false],
      ['Platform', false],
    ]);
  });
});

describe('connectTemporal', () => {
  it('says in one sentence that nobody answers, with exit code 7', async () => {
    const error: unknown = await connectTemporal({
      address: '127.0.0.1:1',
      namespace: 'default',
    }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({
      exitCode: 7,
      message: 'No Temporal server answers at 127.0.0.1:1',
    });
  });

  it('tells a missing namespace from a missing server', async () => {
    const { temporalAddress } = await startServer();
    await expect(
      connectTemporal({ address: temporalAddress, namespace: 'nowhere' }),
    ).rejects.toMatchObject({ code: 'USAGE_TEMPORAL_NAMESPACE', exitCode: 7 });
  });
});
