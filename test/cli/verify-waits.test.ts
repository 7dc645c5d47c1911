/** `verify` beside a platform that doesn't answer: it says what can be had without it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordScene } from '../audit/audited-scene.ts';
import { studyId } from '../audit/recorded-study.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';

const { recorded } = recordScene();
const server = createServer((_, response) => {
  setTimeout(
    () => response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
    5_500,
  );
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

it('says how to have what needs no platform', async () => {
  const { port } = server.address() as AddressInfo;
  const argv = ['verify', studyId, '--platform-url', `http://127.0.0.1:${port}`];
  const env = { DOEFLOW_HOME: recorded().kept.root, DOEFLOW_PLATFORM_TOKEN: 'a'.repeat(40) };
  const { stderr } = await doeflowInProcess(argv, env);
  expect(stderr).toMatch(/Waiting for the whole answer to \[GET\] .* for 5 s/u);
  expect(stderr).toContain(
    `What needs no platform can be had at once: doeflow verify ${studyId} --offline`,
  );
}, 60_000);
