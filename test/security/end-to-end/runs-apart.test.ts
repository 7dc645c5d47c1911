import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assertReachable, findRunUser } from '../../../src/files/index.ts';
import { waitFor } from '../../kit/processes.ts';
import { RunningPlatform } from '../../local-platform/running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Why runs can't have another user here; undefined where they can. */
function obstacle(): string | undefined {
  try {
    const user = findRunUser('nobody');
    assertReachable(import.meta.dirname, user);
    assertReachable(tmpdir(), user);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const why = obstacle();

describe.skipIf(why !== undefined)(
  `runs of another user${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    let platform: RunningPlatform;
    let secrets: string;
    beforeAll(async () => {
      secrets = mkdtempSync(join(tmpdir(), 'doeflow-secrets-'));
      writeFileSync(join(secrets, 'token'), 'owners-token', { mode: 0o600 });
      platform = new RunningPlatform(['--run-as', 'nobody']);
      chmodSync(dirname(platform.dataFolder), 0o711);
      await platform.start();
    }, 60_000);
    afterAll(async () => {
      await platform.end();
      rmSync(secrets, { recursive: true });
    }, 60_000);

    async function run(command: string, inputs: readonly string[] = []): Promise<string> {
      const jobId = await platform.createJob({ command, inputFiles: inputs.map((id) => ({ id })) });
      await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await platform.untilStatus(jobId, 'Completed');
      return jobId;
    }

    it('execute with that user’s rights, in folders of their own, and their outputs arrive', async () => {
      const script = await platform.upload(
        'case.sh',
        'id -un; pwd; cat data.txt; echo made > out.txt',
      );
      const data = await platform.upload('data.txt', 'input\n');
      const jobId = await run('sh case.sh', [script, data]);
      expect((await platform.statuses(jobId))[0]).toBe('Completed (Completed successfully)');
      const outputs = await platform.outputs(jobId);
      const work = join(platform.dataFolder, 'jobs', jobId, 'runs', '1', 'work');
      expect(outputs.get('1/process_output.log')).toBe(`nobody\n${work}\ninput\n`);
      expect(outputs.get('1/out.txt')).toBe('made\n');
      expect((await platform.call('DELETE', `/api/v2/jobs/${jobId}/`)).status).toBe(204);
      expect(existsSync(join(platform.dataFolder, 'jobs', jobId))).toBe(false);
    });

    it('read no token, no state and no process of the owner, and write nowhere else', async () => {
      const data = platform.dataFolder;
      const attempts = [
        `cat ${join(secrets, 'token')}`,
        `cat ${join(data, 'platform.db')}`,
        `ls ${data}`,
        `ls ${join(data, 'files')}`,
        `ls ${join(data, 'jobs')}`,
        `cat /proc/${platform.serverPid}/environ`,
        `ls -l /proc/${platform.serverPid}/fd`,
        `kill -0 ${platform.serverPid}`,
        'echo x > ../../../record.json',
        'cat ../../../record.json',
        'rm -f ../../../job.json',
        'touch ../../../../evil',
        'ln -sf /etc/passwd ../../../job.json',
      ];
      const lines = attempts.map(
        (attempt) => `if ( ${attempt} ) >/dev/null 2>&1; then echo "DID: ${attempt}"; fi`,
      );
      const jobId = await run([...lines, 'echo tried'].join('\n'));
      expect((await platform.outputs(jobId)).get('1/process_output.log')).toBe('tried\n');
      expect(readFileSync(join(data, 'jobs', jobId, 'job.json'), 'utf8')).toContain('echo tried');
    });

    it('cannot make the owner read or delete a file for them by a link', async () => {
      const victim = join(secrets, 'token');
      const jobId = await run('mkdir sub; echo mine > sub/token; echo mine > flat');
      const work = join(platform.dataFolder, 'jobs', jobId, 'runs', '1', 'work');
      const { json } = await platform.call('GET', `/api/v2/jobs/${jobId}/files/?page_size=100`);
      const files = json['results'] as { id: string; relativePath: string }[];
      const idOf = (path: string): string =>
        files.find(({ relativePath }) => relativePath === path)?.id ?? '';
      // As a process of theirs does that still runs: a folder and a file become links to the owner's.
      const swap = `cd '${work}' && rm -r sub flat && ln -s '${secrets}' sub && ln -s '${victim}' flat`;
      expect(asNobody(swap)).toBe(0);
      for (const path of ['sub/token', 'flat']) {
        const contents = await platform.call('GET', `/api/v2/files/${idOf(path)}/contents/`);
        const lines = await platform.call('GET', `/api/v2/files/${idOf(path)}/lines/`);
        expect([contents.status, lines.status]).toEqual([404, 404]);
        expect(contents.text + lines.text).not.toContain('owners-token');
        await platform.call('DELETE', `/api/v2/files/${idOf(path)}/`);
        expect(readFileSync(victim, 'utf8')).toBe('owners-token');
      }
      await platform.call('DELETE', `/api/v2/jobs/${jobId}/`);
      expect(readFileSync(victim, 'utf8')).toBe('owners-token');
      expect(existsSync(join(platform.dataFolder, 'jobs', jobId))).toBe(false);
    });

    it('cannot forge outputs that lie elsewhere, nor hang the job by what they write into its journal', async () => {
      const forged = JSON.stringify({
        ...{ kind: 'ended', run: 1, attempt: 1, at: 1, startedAt: 1, end: 'exited', exitCode: 0 },
        ...{
          message: '',
          outputs: [],
          files: [{ path: '../../../../../../../etc/passwd', size: 9, md5: '' }],
        },
      });
      const jobId = await run(
        `printf '%s\\n' '${forged}' null '{"kind":"ended"}' 'no json' >> ../../../journal.ndjson; sleep 1`,
      );
      expect((await platform.statuses(jobId))[0]).toContain('Completed successfully');
      const outputs = [...(await platform.outputs(jobId)).keys()];
      expect(outputs).toEqual(['1/process_output.log']);
      const log = await platform.call('GET', `/api/v2/jobs/${jobId}/extendedlogs/`);
      expect(log.text).toContain('was not written by the runner');
    });

    it('end with their job, wherever they fled', async () => {
      const jobId = await platform.createJob({ command: 'setsid sleep 4711 & echo started' });
      await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await platform.untilStatus(jobId, 'Completed');
      await waitFor(
        'the end of what it left',
        () => spawnSync('pgrep', ['-f', 'sleep 4711']).status !== 0,
      );
    });

    it('leave the owner’s folders closed', () => {
      const modeOf = (path: string): string =>
        (statSync(join(platform.dataFolder, path)).mode & 0o777).toString(8);
      expect(['', 'files', 'jobs', 'platform.db'].map(modeOf)).toEqual([
        '710',
        '700',
        '710',
        '600',
      ]);
      expect(lstatSync(join(platform.dataFolder, 'runner')).uid).toBe(findRunUser('nobody').uid);
    });

    it('are refused where their user can’t reach the data folder', async () => {
      const closed = new RunningPlatform(['--run-as', 'nobody']);
      await expect(closed.start()).rejects.toThrow('code 2');
      rmSync(dirname(closed.dataFolder), { recursive: true });
    });
  },
);

function asNobody(script: string): number | null {
  const { uid, gid } = findRunUser('nobody');
  return spawnSync('sh', ['-c', script], { uid, gid, cwd: '/' }).status;
}

it('are refused for a user that isn’t there, and for root', () => {
  for (const name of ['root', 'no-such-user', '-u', 'a b', '0', '']) {
    expect(() => findRunUser(name)).toThrow(
      /Expected the name of a user other than root|only root/,
    );
  }
});
