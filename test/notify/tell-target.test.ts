import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { notifyTargetSchema, targetProblem, tellTarget } from '../../src/notify/index.ts';

const letter = { id: 'beam-1/finished-1', body: '{"event":"finished"}' };

/** A server that answers all with one status. */
async function hook(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly heard: IncomingMessage[] }> {
  const heard: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    heard.push(request);
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-path`, heard };
}

describe('a webhook', () => {
  it('gets the event with its id and the secret header, and neither path nor secret is told', async () => {
    const { url, heard } = await hook(204);
    const target = { webhook: url, secret: { header: 'x-hook', env: 'HOOK' } };
    const outcome = await tellTarget(target, letter, { HOOK: 'open sesame' });
    expect(outcome).toMatchObject({ ok: true, answer: 'it answered 204' });
    expect(heard[0]?.headers).toMatchObject({
      'x-hook': 'open sesame',
      'idempotency-key': letter.id,
      'content-type': 'application/json',
    });
    expect(JSON.stringify(outcome)).not.toMatch(/sesame|secret-path/u);
  });

  it('that redirects has failed: nothing is sent elsewhere', async () => {
    const elsewhere = await hook(200);
    const { url } = await hook(307, { location: elsewhere.url });
    expect(await tellTarget({ webhook: url }, letter, {})).toMatchObject({
      ok: false,
      answer: 'it answered 307',
      mayHelp: false,
    });
    expect(elsewhere.heard).toEqual([]);
  });

  it.each([
    [undefined, /HOOK with the secret is not set/u],
    ['two\nlines', /HOOK holds what no header can hold/u],
  ])('whose secret is %j is not told, and the secret is not shown', async (secret, words) => {
    const { url, heard } = await hook(200);
    const target = { webhook: url, secret: { header: 'x-hook', env: 'HOOK' } };
    const outcome = await tellTarget(target, letter, { HOOK: secret });
    expect(outcome.ok).toBe(false);
    expect(outcome.note).toMatch(words);
    expect(outcome.note).not.toContain('lines');
    expect(heard).toEqual([]);
  });
});

describe('a command', () => {
  it('gets the event on its standard input, word for word and without a shell', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-tell-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const program = join(folder, 'tell');
    writeFileSync(
      program,
      '#!/bin/sh\n[ "$1" = "\\$(id)" ] && [ "$(cat)" = \'{"event":"finished"}\' ]\n',
    );
    chmodSync(program, 0o700);
    const target = { command: [program, '$(id)'] as [string, string] };
    expect(targetProblem(target, {})).toBeUndefined();
    expect(await tellTarget(target, letter, {})).toMatchObject({ ok: true });
  });

  it('that is not there is told before it is needed, and when it is needed', async () => {
    const target = { command: ['no-such-program-of-ours'] as [string] };
    expect(targetProblem(target, { PATH: '/usr/bin:/bin' })).toBe(
      'there is no program no-such-program-of-ours that can be run',
    );
    expect((await tellTarget(target, letter, {})).answer).toContain('ENOENT');
  });
});

it.each([
  [{}, 'either webhook or command'],
  [{ webhook: 'https://a.example', command: ['x'] }, 'either webhook or command'],
  [{ command: ['x'], secret: { header: 'a', env: 'A' } }, 'secret only beside webhook'],
])('%j is no target', (written, words) => {
  expect(notifyTargetSchema.safeParse(written).error?.issues[0]?.message).toContain(words);
});
