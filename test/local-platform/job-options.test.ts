import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../kit/processes.ts';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform(['--cores', '4', '--grace', '0.2']).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

async function completed(jobId: string): Promise<ReadonlyMap<string, string>> {
  await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
  await platform.untilStatus(jobId, 'Completed');
  return platform.outputs(jobId);
}

/** A job with a template `in.txt` and the param table x = 1, 2. */
async function templateJob(template: string, job: object, analysis: object): Promise<string> {
  const templateFile = { id: await platform.upload('in.txt.in', template) };
  const paramFile = { id: await platform.upload('p.csv', 'x, note\n1.25, a\n2.75, b c\n') };
  return platform.createJob(
    {
      command: 'cp in.txt out.txt',
      templateTasks: [{ processedFilename: 'sub/in.txt', templateFile }],
      ...analysis,
    },
    { paramFile, jobvariables: [], ...job },
  );
}

describe('templates', () => {
  it('are only rendered in a dry run: no command is started', async () => {
    const jobId = await templateJob('${x?string("0.0")} ${note}\n', { isTemplateDryRun: true }, {});
    expect(await completed(jobId)).toEqual(
      new Map([
        ['1/sub/in.txt', '1.2 a\n'],
        ['2/sub/in.txt', '2.8 b c\n'],
      ]),
    );
    expect((await platform.runsInLedger(jobId, 'run started')).size).toBe(0);
    expect((await platform.statuses(jobId))[0]).toBe('Completed (Completed successfully)');
  });

  it('that ask for a value that isn’t there fail each run at the line and column', async () => {
    const jobId = await templateJob('fine\n  ${x} ${height}\n', {}, {});
    expect((await completed(jobId)).size).toBe(0);
    const { text } = await platform.call('GET', `/api/v2/jobs/${jobId}/extendedlogs/`);
    expect(text).toContain('Run 1 unprepared: sub/in.txt:2:8: There is no value for ${height}');
  });

  it('that can’t be read fail the job before any run', async () => {
    const jobId = await templateJob('a\nb <#if x>\n', {}, {});
    expect((await completed(jobId)).size).toBe(0);
    expect((await platform.statuses(jobId))[0]).toMatch(/in\.txt\.in:2:3: Expected text/);
  });
});

describe('runs', () => {
  it('begin with the nominal one where it is asked for: the first row of the table', async () => {
    const paramFile = { id: await platform.upload('p.csv', 'x\n5\n6\n') };
    const caseFile = { id: await platform.upload('c.csv', 'load\n10\n20\n') };
    const template = { id: await platform.upload('t', '${x} ${load}') };
    const jobId = await platform.createJob(
      {
        command: 'true',
        templateTasks: [{ processedFilename: 'v', templateFile: template }],
      },
      { paramFile, caseFile, includeNominalRun: true },
    );
    const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/`);
    expect([json['expectedRuns'], json['includeNominalRun']]).toEqual([5, true]);
    const outputs = await completed(jobId);
    expect([1, 2, 3, 4, 5].map((run) => outputs.get(`${run}/v`))).toEqual([
      ...['5 10', '5 10', '5 20', '6 10', '6 20'],
    ]);
  });

  it('show their files while they execute, and not afterwards', async () => {
    const gate = join(platform.dataFolder, '..', 'gate');
    const jobId = await platform.submitSweep(
      `seq 1 5 > log.txt; mkdir sub; ln -s /etc/passwd link; echo a > sub/b; while [ ! -e '${gate}' ]; do sleep 0.02; done`,
      [1],
    );
    const run = `/api/v2/jobs/${jobId}/runs/1`;
    const listed = await waitFor('the files to be there', async () => {
      const { json, status } = await platform.call('GET', `${run}/directory-contents/`);
      return status === 200 && JSON.stringify(json).includes('sub/b') && json;
    });
    expect(listed).toEqual(
      ['log.txt', 'process_output.log', 'sub/b', 'x.txt'].map((path) => ({
        path,
        resource: `${run}/tail/${path}`,
      })),
    );
    const tail = await platform.call('GET', `${run}/tail/log.txt?lines=2`);
    expect(tail.json).toEqual({ fileType: 'text', lines: ['4', '5'] });
    expect((await platform.call('GET', `${run}/tail/sub/b`)).text).toBe('a\n');
    for (const path of ['link', '..%2f..%2fstarted', 'none', 'sub', '%2Fetc%2Fpasswd']) {
      expect((await platform.call('GET', `${run}/tail/${path}`)).status).toBe(404);
    }
    writeFileSync(gate, '');
    await platform.untilStatus(jobId, 'Completed');
    expect((await platform.call('GET', `${run}/directory-contents/`)).status).toBe(404);
    expect((await platform.call('GET', `${run}/tail/log.txt`)).status).toBe(404);
  });

  it('can be ended one by one, and keep what they wrote', async () => {
    const jobId = await platform.submitSweep(
      'echo kept > y.txt; [ $(cat x.txt) = 2 ] || sleep 600',
      [...[1, 2]],
    );
    await waitFor('run 1 to execute', async () => {
      const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/runs/1/`);
      return typeof json['dateStarted'] === 'string';
    });
    expect((await platform.call('POST', `/api/v2/jobs/${jobId}/runs/1/stop/`)).json).toEqual({});
    await platform.untilStatus(jobId, 'Completed (A run failed)');
    expect((await platform.outputs(jobId)).get('1/y.txt')).toBe('kept\n');
    const { text } = await platform.call('GET', `/api/v2/jobs/${jobId}/extendedlogs/`);
    expect(text).toContain('Run 1 stopped');
    expect(text).not.toContain('Run 2 ');
  });

  it('keep only what the filters of their job name', async () => {
    const jobId = await platform.createJob(
      { command: 'mkdir s; echo 1 > a.dat; echo 2 > s/b.dat; echo 3 > B.DAT; echo 4 > c.txt' },
      {
        resourceFilters: [
          { selector: 's/*', include: false },
          { selector: '*.dat', include: true, caseSensitive: true },
          { selector: 'Analysis generated files', include: false },
        ],
      },
    );
    expect([...(await completed(jobId)).keys()]).toEqual(['1/a.dat']);
  });
});

describe('jobs at the same time', () => {
  it('take turns, so that a small one needn’t wait for a large one', async () => {
    const wide = { hardware: { slots: 100 } };
    const many = Array.from({ length: 60 }, (_, i) => i);
    const large = await platform.submitSweep('sleep 0.1', many, wide);
    await platform.untilStatus(large, 'Executing');
    const small = await platform.submitSweep('sleep 0.1', [1, 2, 3, 4], wide);
    await platform.untilStatus(small, 'Completed');
    expect((await platform.runsInLedger(large, 'run ended')).size).toBeLessThan(60);
    await platform.untilStatus(large, 'Completed');
    // From the small job's first start to its last, every second start is its own.
    const starts = (await platform.ledger())
      .filter(({ kind, subject }) => kind === 'run started' && [large, small].includes(subject))
      .map(({ at, subject }) => ({ at, isSmall: subject === small }))
      .sort((a, b) => a.at - b.at);
    const first = starts.findIndex(({ isSmall }) => isSmall);
    const last = starts.findLastIndex(({ isSmall }) => isSmall);
    expect(last - first + 1).toBeLessThanOrEqual(12);
  });

  it('share the cores of the machine', async () => {
    const folder = join(platform.dataFolder, '..');
    const count = `echo $$ > "${folder}/busy.$RESCALE_JOB_ID.$RESCALE_RUN_NUMBER"; ls ${folder} | grep -c busy; sleep 0.1; rm "${folder}/busy.$RESCALE_JOB_ID.$RESCALE_RUN_NUMBER"`;
    const twoCores = { hardware: { slots: 10, coresPerSlot: 2 } };
    const ids = [
      await platform.submitSweep(count, [1, 2, 3, 4, 5, 6], twoCores),
      await platform.submitSweep(count, [1, 2, 3, 4, 5, 6], twoCores),
    ];
    for (const id of ids) {
      await platform.untilStatus(id, 'Completed (Completed successfully)');
      for (const [path, log] of await platform.outputs(id)) {
        if (path.endsWith('.log')) expect(Number(log)).toBeLessThanOrEqual(2);
      }
    }
  });

  it.each([1, 2])('of one job are never more than its slots, here %d', async (slots) => {
    const folder = join(platform.dataFolder, '..');
    const own = `"${folder}/slot.$RESCALE_JOB_ID.$RESCALE_RUN_NUMBER"`;
    const count = `: > ${own}; ls ${folder} | grep -c "slot.$RESCALE_JOB_ID"; sleep 0.3; rm ${own}`;
    const id = await platform.submitSweep(count, [1, 2, 3, 4, 5, 6], { hardware: { slots } });
    await platform.untilStatus(id, 'Completed (Completed successfully)');
    const logs = [...(await platform.outputs(id))].filter(([path]) => path.endsWith('.log'));
    expect(logs).toHaveLength(6);
    expect(Math.max(...logs.map(([, log]) => Number(log)))).toBeLessThanOrEqual(slots);
  });
});

describe('deletion', () => {
  it('keeps the record for the ledger but shows nothing of the job or its files', async () => {
    const input = await platform.upload('kept.txt', 'x');
    const jobId = await platform.createJob(
      { command: 'echo out > out.txt', inputFiles: [{ id: input }] },
      { name: 'short-lived' },
    );
    await completed(jobId);
    const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/files/?search=out.txt`);
    const [{ id: output } = { id: '' }] = json['results'] as { id: string }[];
    await waitFor(
      'the delete to be taken',
      async () => (await platform.call('DELETE', `/api/v2/jobs/${jobId}/`)).status === 204,
    );
    for (const path of ['', 'statuses/', 'files/', 'runs/', 'runs/1/', 'extendedlogs/']) {
      expect((await platform.call('GET', `/api/v2/jobs/${jobId}/${path}`)).status).toBe(404);
    }
    expect((await platform.call('GET', `/api/v2/files/${output}/contents/`)).status).toBe(404);
    expect((await platform.call('GET', `/api/v2/files/${input}/contents/`)).text).toBe('x');
    expect((await platform.call('GET', '/api/v2/jobs/?q=short-lived')).json['count']).toBe(0);
    const kinds = (await platform.ledger()).flatMap(({ kind, subject }) =>
      subject === jobId ? [kind] : [],
    );
    expect([kinds[0], kinds.at(-1)]).toEqual(['job created', 'job deleted']);
  });
});
