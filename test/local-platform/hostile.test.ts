import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningPlatform, isProcess } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform().start();
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

/** Sends bytes as they are and gives back the status line of the answer, or what came instead. */
function sendRaw(bytes: Buffer | string): Promise<string> {
  return new Promise((resolve) => {
    const { port } = new URL(platform.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.setTimeout(5000, () => socket.destroy());
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
    socket.write(bytes);
  });
}

function rawPost(path: string, contentType: string, body: Buffer): Promise<string> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Token ${platform.token}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ].join('\r\n');
  return sendRaw(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
}

const status = (line: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(line)?.[1] ?? 0);

describe('requests that no client means well with', () => {
  it('are refused without the token or for another host, in words that repeat neither', async () => {
    const cases: [Record<string, string>, number][] = [
      [{ authorization: '' }, 401],
      [{ authorization: 'Token wrong' }, 401],
      [{ authorization: `Bearer ${platform.token}` }, 401],
    ];
    for (const [headers, expected] of cases) {
      const answer = await platform.call('GET', '/api/v2/jobs/', undefined, headers);
      expect([answer.status, Object.keys(answer.json)]).toEqual([expected, ['detail']]);
      expect(answer.text).not.toContain(platform.token);
    }
    const other = await sendRaw(
      `GET /api/v2/jobs/ HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Token ${platform.token}\r\nConnection: close\r\n\r\n`,
    );
    expect(status(other)).toBe(400);
  });

  it.each([
    [
      'no final boundary',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['no part at all', '--b--\r\n'],
    ['headers only', '--b\r\nContent-Disposition: form-data; name="file"; filename="a"'],
    ['another boundary', '--x\r\n\r\n--x--\r\n'],
    ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n'],
    [
      'a name with NUL',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a\0b"\r\n\r\nabc\r\n--b--\r\n',
    ],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
  ])('a multipart body with %s is a bad request', async (_, body) => {
    const line = await rawPost(
      '/api/v2/files/contents/',
      'multipart/form-data; boundary=b',
      Buffer.from(body),
    );
    expect([status(line) >= 400, status(line) < 500]).toEqual([true, true]);
  });

  it.each([
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['half a document', Buffer.from('{"name": "x')],
    ['brackets without end', Buffer.from('['.repeat(100_000))],
    ['a list', Buffer.from('[1]')],
    ['prototype keys', Buffer.from('{"__proto__": {"name": "x"}, "constructor": 1}')],
    [
      'names of wrong types',
      Buffer.from('{"name": {}, "jobanalyses": [[], null, 7, {"analysis": 3, "envVars": []}]}'),
    ],
  ])('a job of %s is a bad request', async (_, body) => {
    expect(status(await rawPost('/api/v2/jobs/', 'application/json', body))).toBe(400);
  });

  it('with headers of a megabyte are refused', async () => {
    const line = await sendRaw(
      `GET /api/v2/jobs/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${'x'.repeat(1_000_000)}\r\n\r\n`,
    );
    expect([0, 431]).toContain(status(line));
  });

  it.each([
    '/api/v2/files/..%2f..%2fetc%2fpasswd/contents/',
    '/api/v2/files/%00/contents/',
    '/api/v2/jobs/%ff/',
    '/api/v9/jobs/',
    '/api/v2/../../x',
    '/api/v2/jobs/?page=-1',
  ])('for %s end in a client error', async (path) => {
    const { status: code } = await platform.call('GET', path);
    expect([code >= 400, code < 500]).toEqual([true, true]);
  });

  it('leave the platform serving', async () => {
    expect((await platform.call('GET', '/api/v2/jobs/')).status).toBe(200);
  });
});

describe('names of uploads', () => {
  it.each(['../../x', '/etc/x', 'a\\..\\..\\x'])('%s are text, never paths', async (name) => {
    const id = await platform.upload(name, 'content');
    const { json } = await platform.call('GET', `/api/v2/files/${id}/`);
    expect(json['name']).toBe('x');
    expect(existsSync(join(platform.dataFolder, '..', 'x'))).toBe(false);
    expect((await platform.call('GET', `/api/v2/files/${id}/contents/`)).text).toBe('content');
  });

  it('of templates must stay inside the work folder', async () => {
    const template = await platform.upload('t', 'x');
    for (const processedFilename of ['../out', '/tmp/out', 'a/../../b', '', 'a//b']) {
      await expect(
        platform.createJob({
          command: 'true',
          templateTasks: [{ processedFilename, templateFile: { id: template } }],
        }),
      ).rejects.toThrow('400');
    }
  });
});

describe('runs', () => {
  const harms = [
    ['removes its own folder', 'rm -rf ../work', 'Completed (A run failed)'],
    ['puts a folder in place of its log', 'rm -f *.log; mkdir process_output.log', undefined],
    ['links its log elsewhere', 'rm -f *.log; ln -s /etc/passwd process_output.log', undefined],
    ['puts a pipe in place of its variables', 'rm -f ../post; mkfifo ../post', undefined],
    ['puts a pipe in place of its exit code', 'mkfifo ../exit', undefined],
    ['puts a folder in place of its exit code', 'mkdir -p ../exit/a', undefined],
    ['links its exit code elsewhere', 'ln -s /etc/passwd ../exit', undefined],
    ['puts a pipe in place of its start', 'rm ../started; mkfifo ../started', undefined],
    ['puts a folder in place of its start', 'rm ../started; mkdir ../started', undefined],
    [
      'links its folder elsewhere',
      'rm -rf ../work; ln -s /etc ../work',
      'Completed (A run failed)',
    ],
    ['forges an exit code', 'echo 0 > ../exit; exit 3', 'Completed (A run failed)'],
  ] as const;
  it.each(harms)('whose command %s harm nobody else', async (_, command, end) => {
    const outside = readFileSync('/etc/passwd', 'utf8');
    const jobId = await platform.createJob({
      command: 'true',
      postProcessScriptCommand: `printf 'a\\t1\\n'; ${command}`,
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, end ?? 'Completed (Completed successfully)');
    const runner = platform.runnerPid();
    expect(isProcess(runner)).toBe(true);
    expect(readFileSync('/etc/passwd', 'utf8')).toBe(outside);
    for (const content of (await platform.outputs(jobId)).values()) {
      expect(content).not.toContain('root:');
    }
  });

  it.each([
    ['a pipe', 'rm ../post; mkfifo ../post'],
    ['a folder', 'rm ../post; mkdir -p ../post/a'],
    ['a link', 'ln -sf /etc/passwd ../post'],
    ['a hard link', 'echo kept > ../kept; ln -f ../kept ../post'],
  ])(
    'have their post-process, though their command put %s in place of its output',
    async (_, command) => {
      const outside = readFileSync('/etc/passwd', 'utf8');
      const jobId = await platform.createJob({
        command,
        postProcessScriptCommand: `printf 'a\\t1\\n'`,
      });
      await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
      await platform.untilStatus(jobId, 'Completed (Completed successfully)');
      expect((await platform.outputs(jobId)).get('1/process_output.log')).toBe('a\t1\n');
      expect(readFileSync('/etc/passwd', 'utf8')).toBe(outside);
    },
  );

  it('have no file written to that another name is of as well', async () => {
    const jobId = await platform.createJob({
      command:
        'echo kept > ../kept; ln -f ../kept process_output.log; mkfifo pipe; cp ../kept seen',
      postProcessScriptCommand: `printf 'a\t1\n'; cat ../kept > after`,
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed (Completed successfully)');
    const outputs = await platform.outputs(jobId);
    expect(outputs.get('1/after')).toBe('kept\n');
    expect(outputs.get('1/process_output.log')).toBe('kept\n');
  });

  it('say what they had put in place of their exit code, which is what they ended with', async () => {
    const jobId = await platform.createJob({ command: 'mkfifo ../exit; exit 3' });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed (A run failed)');
    const log = (await platform.outputs(jobId)).get('1/process_output.log');
    expect(log).toContain('which the run put in the place of its exit code');
    const end = (await platform.ledger()).find(
      ({ kind, subject }) => kind === 'run ended' && subject === jobId,
    );
    expect(end?.detail).toMatchObject({ end: 'exited', exitCode: 3 });
  });

  it('of folders deeper than a path may be keep what is above, say what is left out, and are deleted whole', async () => {
    const name = 'abcdefghijklmnopqrstuvwxyz01';
    const jobId = await platform.createJob({
      command: `: > above.txt; bash -c 'for i in $(seq 150); do mkdir ${name}; cd ${name}; done; : > end.txt'`,
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed (Completed successfully)');
    const outputs = await platform.outputs(jobId);
    expect([...outputs.keys()].sort()).toEqual(['1/above.txt', '1/process_output.log']);
    expect(outputs.get('1/process_output.log')).toMatch(
      /not kept as outputs: "abcdefghijklmnopqrstuvwxyz01\/.{60,300}" \(its path is too long\)\]\n$/u,
    );
    expect((await platform.call('DELETE', `/api/v2/jobs/${jobId}/`)).status).toBe(204);
    expect(existsSync(join(platform.dataFolder, 'jobs', jobId))).toBe(false);
  });

  it('leave files with odd names, and neither links nor pipes, as outputs, and say so', async () => {
    const jobId = await platform.createJob({
      command: [
        'ln -s /etc/passwd link; mkfifo pipe; ln -s /etc folder; touch fine',
        `mkdir "$(printf 'odd\\376')" empty; touch "$(printf 'odd\\376')/in"`,
        `touch "$(printf 'bad\\377name')" "$(printf 'new\\nline')" ' blank ' '..x' 'a%2fb' "it's"`,
      ].join('\n'),
    });
    await platform.call('POST', `/api/v2/jobs/${jobId}/submit/`);
    await platform.untilStatus(jobId, 'Completed (Completed successfully)');
    const outputs = await platform.outputs(jobId);
    const told = /\[local platform: not kept as outputs: (.*)\]\n$/u.exec(
      outputs.get('1/process_output.log') ?? '',
    );
    expect(told?.[1]?.split('; ').sort()).toEqual([
      '"bad\uFFFDname" (its name is not UTF-8)',
      '"folder" (a link)',
      '"link" (a link)',
      '"odd\uFFFD" (its name is not UTF-8)',
      '"pipe" (a pipe, a socket or the like)',
    ]);
    expect([...outputs.keys()].sort()).toEqual(
      [' blank ', '..x', 'a%2fb', 'fine', "it's", 'new\nline', 'process_output.log'].map(
        (name) => `1/${name}`,
      ),
    );
  });
});
