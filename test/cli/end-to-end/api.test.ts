/** The platform's calls by hand, on a platform that serves all and on one that serves only the document. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatformClient } from '../../../src/platform-api/index.ts';
import { startLocalPlatform, type LocalPlatform } from '../../contract/start-local-platform.ts';
import { waitFor } from '../../kit/processes.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { temporaryFolder } from '../../studies/run-study.ts';

const folder = temporaryFolder(afterAll);

describe.each([
  ['all', []],
  ['only the document', ['--document-only']],
])('on a platform that serves %s', (_, flags) => {
  let platform: LocalPlatform;
  let env: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    platform = await startLocalPlatform(flags);
    env = {
      DOEFLOW_HOME: join(folder, 'home'),
      DOEFLOW_CONFIG: join(folder, 'config.yaml'),
      DOEFLOW_PLATFORM_URL: platform.baseUrl,
      DOEFLOW_PLATFORM_TOKEN: platform.token,
    };
  });
  afterAll(() => platform.stop());

  it('a failed job is shared with the support desk of its software', async () => {
    const { baseUrl, token } = platform;
    const client = createPlatformClient({ baseUrl, token });
    const { id } = await client.jobs.create({
      name: 'fails',
      jobanalyses: [
        {
          analysis: { code: 'openfoam' },
          command: 'exit 3',
          hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 1, walltime: 1 },
        },
      ],
    });
    await client.jobs.submit(id);
    await waitFor('the job to fail', async () => {
      for await (const { statusReason } of client.jobs.statuses(id)) {
        return statusReason === 'A run failed';
      }
      return false;
    });
    const desks = await doeflowInProcess(['api', 'ls', 'analyses', '--json'], env);
    const rows = JSON.parse(desks.stdout) as Record<string, string>[];
    const email = rows.find(({ code }) => code === 'openfoam')?.['support desk'] ?? '';
    const shared = await doeflowInProcess(
      ['api', 'POST', `jobs/${id}/share`, '-F', `email=${email}`, '-F', 'message=Run 1 failed'],
      env,
    );
    expect([shared.exitCode, JSON.parse(shared.stdout)]).toEqual([
      0,
      { recipient: email, supportDesk: expect.objectContaining({ email }) as object },
    ]);
    for await (const { sharedWith } of client.jobs.list()) expect(sharedWith).toEqual([email]);
    const stranger = await doeflowInProcess(
      ['api', 'POST', `jobs/${id}/share`, '-F', 'email=eve@elsewhere.example'],
      env,
    );
    expect(stranger.exitCode).not.toBe(0);
    expect(stranger.stderr).toContain('support desk');
    await client.close();
  });

  it.each(['files', 'clusters', 'custom-fields'])(
    'lists %s or says that it can’t',
    async (name) => {
      const { exitCode, stdout, stderr } = await doeflowInProcess(
        ['api', 'ls', name, '--json'],
        env,
      );
      if (flags.length === 0) expect([exitCode, JSON.parse(stdout)]).toEqual([0, []]);
      else {
        expect([exitCode, stdout]).toEqual([6, '']);
        expect(stderr).toMatch(/does not have the endpoint .*\/api\/v[23]\//);
      }
    },
  );
});
