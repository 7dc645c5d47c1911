import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const root = temporaryFolder(afterAll);

it('writes a bundle also where nothing answers, and each part says why it can’t be had', async () => {
  const token = 'planted-token-5d0c7be19a';
  const file = join(root, 'bundle.tar.gz');
  const env = {
    ...{ DOEFLOW_HOME: join(root, 'home'), DOEFLOW_CONFIG: join(root, 'none'), HOME: root },
    ...{ TEMPORAL_ADDRESS: '127.0.0.1:1', DOEFLOW_PLATFORM_URL: 'http://127.0.0.1:1/' },
    DOEFLOW_PLATFORM_TOKEN: token,
  };
  const { exitCode, stdout, stderr } = await doeflowInProcess(
    ['doctor', '--json', '--bundle', file],
    env,
  );
  expect(exitCode, stderr).toBe(7);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, disk: { uses: expect.any(Array) as [] } });
  expect(stderr).toContain('holds README.txt, doctor.json');
  const all = execFileSync('tar', ['-xzOf', file], { encoding: 'utf8' });
  expect(all).toContain('"notRead"');
  expect(all).toContain('"platform.token": "set"');
  expect(all).not.toContain(token);
});
