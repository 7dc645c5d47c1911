import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create as createTar } from 'tar';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningPlatform } from '../../local-platform/running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform(['--staging-limit', '20']).start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

/** A gzipped tar of these files; a name may stand twice. */
function tgz(files: readonly (readonly [name: string, content: Buffer | string])[]): Buffer {
  const tars = files.map(([name, content]) => {
    const folder = mkdtempSync(join(tmpdir(), 'doeflow-tgz-'));
    writeFileSync(join(folder, name), content);
    const tar = createTar({ cwd: folder, sync: true }, [name]).read() as Buffer;
    rmSync(folder, { recursive: true });
    // Without the two blocks of zeros at its end, tars can follow each other.
    return tar.subarray(0, 512 + Math.ceil(Buffer.byteLength(content) / 512) * 512);
  });
  return gzipSync(Buffer.concat([...tars, Buffer.alloc(1024)]));
}

/** Runs a job on one uploaded file and gives back the newest entry of its history with its log. */
async function endOf(fileId: string, command = 'wc -c < zeros.bin'): Promise<string> {
  const jobId = await platform.createJob({ command, inputFiles: [{ id: fileId }] });
  await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
  await platform.untilStatus(jobId, 'Completed');
  const log = (await platform.outputs(jobId)).get('1/process_output.log') ?? '';
  return `${(await platform.statuses(jobId))[0] ?? ''} ${log}`;
}

describe('names', () => {
  const bad = ['../../../evil', '/etc/evil', 'a/b', '..', '.', 'a\\b', 'a\nb', '\ud800', 'C:evil'];
  it.each(bad)('a file is not renamed to %j', async (name) => {
    const id = await platform.upload('fine.txt', 'content');
    const { status, json } = await platform.call('PATCH', `/api/v2/files/${id}/`, { name });
    expect([status, Object.keys(json)]).toEqual([400, ['name']]);
    expect(await endOf(id, 'cat fine.txt')).toContain('content');
    expect(readdirSync(join(platform.dataFolder, '..'))).toEqual(['data']);
  });

  it('a file may be renamed within its folder, and a name reaches no header unescaped', async () => {
    const id = await platform.upload('fine.txt', 'content');
    const name = 'ä "quoted"; x=1.txt';
    expect((await platform.call('PATCH', `/api/v2/files/${id}/`, { name })).status).toBe(200);
    const { headers } = await platform.call('GET', `/api/v2/files/${id}/contents/`);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
  });
});

describe('archives', () => {
  it('that compress well are unpacked', async () => {
    const zeros = tgz([['zeros.bin', Buffer.alloc(20_000_000)]]);
    expect(zeros.length).toBeLessThan(30_000);
    expect(await endOf(await platform.upload('zeros.tgz', zeros))).toContain('20000000');
  });

  it.each([
    ['a.txt', 'a.txt'],
    ['A.txt', 'a.TXT'],
  ])('with %s and %s are refused, a second time without being read', async (one, two) => {
    const archive = tgz([
      [one, '1'],
      [two, '2'],
    ]);
    const id = await platform.upload('twice.tgz', archive);
    expect(await endOf(id)).toMatch(/can't be unpacked: .* is there twice/);
    const stored = join(platform.dataFolder, 'files', id.slice(0, 2), id);
    expect(existsSync(stored)).toBe(true);
    rmSync(stored);
    expect(await endOf(id)).toMatch(/can't be unpacked: .* is there twice/);
    expect(readdirSync(join(platform.dataFolder, 'jobs')).join(' ')).not.toContain('.aside');
  });
});

describe('searches that can’t be read', () => {
  const bad = [
    ...['(', ')', '))', '((wing)', 'wing)', '()', 'wing or ()', ') or ('],
    ...['"', '"wing', 'wing "old', '#"urgent', 'foo:bar', 'tag:x', 'version:', 'owner:(a)'],
    ...['('.repeat(300), 'wing or ('.repeat(30), 'wing '.repeat(301), 'x'.repeat(100_000), 'a\0b'],
  ];
  it.each(bad.map((q) => [q.slice(0, 20), q]))('are refused: %j', async (_, q) => {
    const search = new URLSearchParams({ q }).toString();
    const { status, json } = await platform.call('GET', `/api/v2/jobs/?${search}`);
    expect(status).toBe(400);
    expect(json).toEqual({ q: [expect.stringContaining("The search can't be read")] });
  });
});

describe('requests from elsewhere', () => {
  const cases: [string, Record<string, string>, number][] = [
    ['with another host', { host: 'evil.example' }, 400],
    ['with a host that only begins well', { host: '127.0.0.1.evil.example' }, 400],
    ['from a page of another site', { origin: 'https://evil.example' }, 403],
    ['from a page without a site', { origin: 'null' }, 403],
    ['that a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
  ];
  const send = (path: string, headers: Record<string, string>): Promise<string> => {
    const lines = Object.entries({ host: '127.0.0.1', ...headers }).map((h) => h.join(': '));
    return sendRaw(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`);
  };
  it.each(cases)('%s are refused, with and without the token', async (_, headers, status) => {
    const authorization = `Token ${platform.token}`;
    for (const path of [
      '/api/v2/jobs/',
      '/local/ledger/',
      '/api/docs/',
      '/api/docs/openapi.json',
    ]) {
      const answer = await send(path, { ...headers, authorization });
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).not.toContain(platform.token);
      expect(answer.toLowerCase()).not.toContain('access-control');
    }
  });

  it('ask in vain whether they may come', async () => {
    const preflight = await sendRaw(
      'OPTIONS /api/v2/jobs/ HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: http://127.0.0.1\r\naccess-control-request-method: POST\r\nconnection: close\r\n\r\n',
    );
    expect(preflight).toMatch(/^HTTP\/1.1 401 /);
    expect(preflight.toLowerCase()).not.toContain('access-control');
  });

  it.each(['\0\x01\x02 no http\r\n\r\n', `GET / HTTP/1.1\r\nx: ${'x'.repeat(400_000)}\r\n\r\n`])(
    'that are no requests are answered in the platform’s shape',
    async (bytes) => {
      const answer = await sendRaw(bytes);
      const [, body = ''] = answer.split('\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1.1 4\d\d /);
      expect(Object.keys(JSON.parse(body) as object)).toEqual(['detail']);
    },
  );
});

/** Sends bytes as they are and gives back what came until the connection ended. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(platform.baseUrl).port), '127.0.0.1');
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.write(bytes, 'latin1');
  });
}
