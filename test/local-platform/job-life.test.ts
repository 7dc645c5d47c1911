import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform, isProcess } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform(['--grace', '0.3']).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

const outside = (name: string): string => join(platform.dataFolder, '..', name);

describe('a job', () => {
  it('is saved by create and runs only when it is submitted', async () => {
    const jobId = await platform.createJob({ command: 'echo hello' });
    expect(await platform.statuses(jobId)).toEqual([]);
    const { json } = await platform.call('GET', `/api/v2/jobs/?q=${jobId}x`);
    expect(json['count']).toBe(0);
    const submitted = await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    expect([submitted.status, submitted.text]).toEqual([200, '']);
    await platform.untilStatus(jobId, 'Completed');
    expect(await platform.outputs(jobId)).toEqual(new Map([['1/process_output.log', 'hello\n']]));
  });

  it('is refused and stays as it is when it is submitted again, which the ledger notes', async () => {
    const jobId = await platform.createJob({ command: 'true' });
    const submit = () => platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    const atOnce = await Promise.all([submit(), submit(), submit()]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    await platform.untilStatus(jobId, 'Completed');
    expect(await submit()).toMatchObject({
      status: 400,
      json: { detail: 'The job has already been submitted.' },
    });
    const kinds = (await platform.ledger())
      .filter(({ subject }) => subject === jobId)
      .map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'job submitted')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'job submitted again')).toHaveLength(3);
    expect([...(await platform.runsInLedger(jobId, 'run started')).values()]).toEqual([1]);
  });

  it('tells that a run failed, goes on with the others, and keeps what the failed one left', async () => {
    const jobId = await platform.submitSweep('cat x.txt > y.txt; [ $(cat x.txt) != 2 ]', [1, 2, 3]);
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.statuses(jobId)).slice(0, 3)).toEqual([
      'Completed (A run failed)',
      'Stopping (A run failed)',
      'Executing',
    ]);
    expect((await platform.outputs(jobId)).get('2/y.txt')).toBe('2\n');
    const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/extendedlogs/`);
    expect(JSON.stringify(json)).toContain('Run 2 exited with exit code 1');
  });

  it('gives each run a clean environment of its own', async () => {
    const jobId = await platform.createJob({
      command: 'env | sort; pwd',
      envVars: { MINE: 'a b' },
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed');
    const log = (await platform.outputs(jobId)).get('1/process_output.log') ?? '';
    const names = log.split('\n').flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? []);
    // bash has two of its own.
    expect(names.filter((name) => !['SHLVL', '_'].includes(name)).sort()).toEqual([
      ...['DOEFLOW_SLOT', 'HOME', 'LANG', 'MINE', 'PATH', 'PWD', 'RESCALE_CORES_PER_SLOT'],
      ...['RESCALE_JOB_ID', 'RESCALE_NODES_PER_SLOT', 'RESCALE_RUN_NUMBER', 'RESCALE_USE_MPI'],
      'TMPDIR',
    ]);
    expect(log).toContain('MINE=a b\n');
    expect(log).not.toContain(platform.token);
  });

  it('runs pre-process, command and post-process, and takes variables from the post-process', async () => {
    const script = await platform.upload(
      'post.sh',
      'cat y.txt; printf "area\\t12.5\\nnote\\tfine\\n"',
    );
    const jobId = await platform.createJob({
      command: 'cat pre.txt > y.txt; exit 3',
      preProcessScriptCommand: 'echo before > pre.txt',
      postProcessScript: { id: script },
      postProcessScriptCommand: 'sh post.sh',
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed (A run failed)');
    expect((await platform.outputs(jobId)).get('1/process_output.log')).toBe(
      'before\narea\t12.5\nnote\tfine\n',
    );
    const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/runs/1/`);
    expect(json['variables']).toEqual([
      { name: 'area', value: 12.5, displayValue: '12.5', isRelative: false },
      { name: 'note', value: 'fine', displayValue: 'fine', isRelative: false },
    ]);
  });

  it('keeps a syntax error of one command from hurting its neighbours', async () => {
    const jobId = await platform.submitSweep('if then (', [1, 2, 3]);
    await platform.untilStatus(jobId, 'Completed (A run failed)');
    expect((await platform.runsInLedger(jobId, 'run ended')).size).toBe(3);
  });

  it('survives a command that kills its own process group', async () => {
    const jobId = await platform.submitSweep('cat x.txt > y.txt; kill -9 0', [1, 2, 3, 4, 5]);
    await platform.untilStatus(jobId, 'Completed (A run failed)');
    expect((await platform.outputs(jobId)).get('5/y.txt')).toBe('5\n');
  });
});

describe('stopping', () => {
  it('asks the application to end, saves its outputs, and starts no further run', async () => {
    const jobId = await platform.submitSweep(
      `trap 'echo saved > saved.txt; exit 0' TERM; echo ready > '${outside('ready')}'; while :; do sleep 0.02; done`,
      [1, 2, 3, 4, 5, 6],
    );
    await waitFor('a run to be ready', () => existsSync(outside('ready')));
    expect((await platform.call('POST', `/api/v2/jobs/${jobId}/stop/`)).status).toBe(202);
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.statuses(jobId)).slice(0, 2)).toEqual([
      'Completed (User Terminated)',
      'Stopping (User Terminated)',
    ]);
    expect((await platform.outputs(jobId)).get('1/saved.txt')).toBe('saved\n');
    expect((await platform.runsInLedger(jobId, 'run started')).size).toBeLessThan(6);
  });

  it('kills what ignores the request, with everything it started', async () => {
    const jobId = await platform.createJob({
      command: `trap '' TERM; setsid sleep 600 & echo $! > '${outside('daemon')}.part'; mv '${outside('daemon')}.part' '${outside('daemon')}'; sleep 600`,
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await waitFor('the run to fork', () => existsSync(outside('daemon')));
    await platform.call('POST', `/api/v2/jobs/${jobId}/stop/`);
    await platform.untilStatus(jobId, 'Completed');
    expect(isProcess(Number(readFileSync(outside('daemon'), 'utf8')))).toBe(false);
  });

  it('passes through Force Stop after force_stop', async () => {
    const jobId = await platform.submitSweep('sleep 600', [1]);
    await platform.untilStatus(jobId, 'Executing');
    await platform.call('POST', `/api/v2/jobs/${jobId}/force_stop/`);
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.statuses(jobId))[1]).toBe('Force Stop (User Terminated)');
  });

  it('loses all outputs at a shutdown', async () => {
    const jobId = await platform.submitSweep(
      'cat x.txt > y.txt; [ $(cat x.txt) = 1 ] || sleep 600',
      [1, 2, 3],
    );
    await waitFor('outputs of the first run', async () => (await platform.outputs(jobId)).size > 0);
    await platform.call('POST', `/api/v2/jobs/${jobId}/shutdown/`);
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.outputs(jobId)).size).toBe(0);
  });

  it('reaches a job that is still waiting', async () => {
    const cluster = await platform.call('POST', '/api/v3/clusters/', {
      name: 'never started',
      hardware: { coresPerSlot: 1, slots: 1, coreType: { code: 'emerald' } },
      installedAnalyses: [],
    });
    const jobId = await platform.createJob({ command: 'true' });
    await platform.call('POST', `/api/clusters/${String(cluster.json['id'])}/jobs/`, {
      id: jobId,
      submit: true,
    });
    await platform.untilStatus(jobId, 'Waiting for Cluster');
    await platform.call('POST', `/api/v2/jobs/${jobId}/stop/`);
    await platform.untilStatus(jobId, 'Completed (User Terminated)');
    expect((await platform.runsInLedger(jobId, 'run started')).size).toBe(0);
  });

  it('refuses a job that was never submitted', async () => {
    const jobId = await platform.createJob({ command: 'true' });
    expect((await platform.call('POST', `/api/v2/jobs/${jobId}/stop/`)).status).toBe(400);
  });
});

describe('deletion', () => {
  it('is refused while a job is executing and hides it afterwards', async () => {
    const jobId = await platform.submitSweep('sleep 600', [1]);
    await platform.untilStatus(jobId, 'Executing');
    const refused = await platform.call('DELETE', `/api/v2/jobs/${jobId}/`);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Stop the job first'),
    ]);
    await platform.call('POST', `/api/v2/jobs/${jobId}/shutdown/`);
    await platform.untilStatus(jobId, 'Completed');
    await waitFor(
      'the delete to be taken',
      async () => (await platform.call('DELETE', `/api/v2/jobs/${jobId}/`)).status === 204,
    );
    expect((await platform.call('GET', `/api/v2/jobs/${jobId}/`)).status).toBe(404);
  });

  it('takes several jobs, with their input files when asked', async () => {
    const file = await platform.upload('a.txt', 'a');
    const jobs = [
      await platform.createJob({ command: 'true', inputFiles: [{ id: file }] }),
      await platform.createJob({ command: 'true' }),
    ];
    const { status } = await platform.call('DELETE', '/api/v2/jobs/', {
      jobIds: jobs,
      deleteInputFiles: true,
    });
    expect(status).toBe(204);
    expect((await platform.call('GET', `/api/v2/files/${file}/contents/`)).status).toBe(404);
  });
});

describe('a persistent cluster', () => {
  it('starts, runs the jobs put onto it within its slots, and ends when it is shut down', async () => {
    const { json } = await platform.call('POST', '/api/v3/clusters/', {
      name: 'beams',
      hardware: { coresPerSlot: 1, slots: 2, coreType: { code: 'emerald' }, walltime: 8 },
      installedAnalyses: [{ analysis: { code: 'user_included', version: '0' } }],
      runLowPriority: false,
    });
    const clusterId = String(json['id']);
    const jobs = [1, 2].map(async () => {
      const paramFile = await platform.upload('p.csv', 'x\n1\n2\n3\n');
      return platform.createJob(
        { command: 'true', hardware: { slots: 9 } },
        { paramFile: { id: paramFile } },
      );
    });
    const ids = await Promise.all(jobs);
    for (const id of ids) {
      const put = await platform.call('POST', `/api/clusters/${clusterId}/jobs/`, {
        id,
        submit: true,
      });
      expect(put.json).toEqual({ id });
    }
    expect((await platform.call('POST', `/api/v3/clusters/${clusterId}/start/`)).status).toBe(204);
    for (const id of ids) await platform.untilStatus(id, 'Completed (Completed successfully)');
    const shutdown = await platform.call('POST', `/api/v3/clusters/${clusterId}/shutdown/`);
    expect(shutdown.status).toBe(202);
    const statuses = await waitFor('the cluster to stop', async () => {
      const answer = await platform.call('GET', `/api/v3/clusters/${clusterId}/statuses/`);
      const results = answer.json['results'] as { status: string; clusterId: string }[];
      return results[0]?.status === 'Stopped' && results;
    });
    expect(statuses.map(({ status }) => status)).toEqual([
      ...['Stopped', 'Stopping', 'Stop Requested', 'Started', 'Starting', 'Queued', 'Pending'],
      'Not Started',
    ]);
    expect(statuses[0]?.clusterId).toBe(clusterId);
  });
});
