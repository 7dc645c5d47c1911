/** The newest published client that installs from a registry, PyPI's `rescalepy`, run unchanged against the local platform. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startLocalPlatform } from '../contract/start-local-platform.ts';
import type { LocalPlatform } from '../contract/start-local-platform.ts';
import { readTraffic } from '../contract/traffic-replay.ts';
import { servePublicHost } from './serve-public-host.ts';
import type { PublicHost } from './serve-public-host.ts';

const run = promisify(execFile);
const scratch = mkdtempSync(join(tmpdir(), 'real-clients-'));
const python = join(scratch, 'python/bin/python');
const token = 'contract-0123456789';
const { version, steps } = readTraffic('rescalepy');
let platform: LocalPlatform;
let host: PublicHost;

beforeAll(async () => {
  await run('python3', ['-m', 'venv', join(scratch, 'python')]);
  await run(python, ['-m', 'pip', 'install', '-q', `rescalepy==${version}`]);
  platform = await startLocalPlatform([], token);
  host = await servePublicHost('platform.rescale.com', platform.baseUrl, scratch);
}, 300_000);

afterAll(async () => {
  await host.stop();
  await platform.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const program = `
from pathlib import Path
from rescalepy.client import Client, RescaleFile

try:
    Client("Xwrong-0123456789")
    raise SystemExit("a wrong key was taken")
except ValueError:
    pass
client = Client("${token}")
case = Path("case")
case.mkdir()
(case / "Allrun").write_text("mkdir -p sub; echo 1 > sub/a.txt\\n")
zipped = client.upload(case)
job = client.create_job("Test Job", "user_included", [zipped, case / "Allrun"], "cd case; sh ./Allrun",
                        core_type=None, project_id="demo")
assert client.get_job_details(job)["name"] == "Test Job"
assert client.submit_job(job)
client.wait_for_job(job, interval=1)
assert [run["id"] for run in client.list_job_results(job)] == ["1"]
client.download_all_results(job, Path("results"))
`;

it('rescalepy, every call of it', async () => {
  writeFileSync(join(scratch, 'study.py'), program);
  await run(python, ['study.py'], { cwd: scratch, env: { ...process.env, ...host.environment } });
  expect(readFileSync(join(scratch, 'results/case/sub/a.txt'), 'utf8')).toBe('1\n');
  const recorded = steps.map(({ send }) => withoutIds(send.replaceAll(/\{\w+\}/g, 'ID')));
  expect([...new Set(host.calls.map(withoutIds))].sort()).toEqual([...new Set(recorded)].sort());
}, 120_000);

function withoutIds(call: string): string {
  return call.replace(/\/(jobs|files)\/(?!contents)\w+/, '/$1/ID');
}
