/** What people get wrong, and what they are told: cause, place and next step of each. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeError } from '../../../src/cli/describe-error.ts';
import { checkPlatform } from '../../../src/cli/engine/check-platform.ts';
import type { Settings } from '../../../src/host/settings.ts';
import type { Output } from '../../../src/cli/output/output.ts';
import { requireMeantPlatform } from '../../../src/cli/engine/require-meant-platform.ts';
import { requireToken, resolvePlatform } from '../../../src/host/settings/platform-settings.ts';
import { parseStudy } from '../../../src/study-file/parse-study.ts';
import { readStudy } from '../../../src/study-file/read-study.ts';
import { exampleFiles, exampleText, inMemory } from '../../study-file/example.ts';
import { brokenStudies } from './studies.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-broken-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the program prints of the error that `action` ends with. */
async function told(action: () => unknown) {
  try {
    await action();
  } catch (error) {
    return describeError(error);
  }
  throw new Error('accepted');
}

describe('a broken study file', () => {
  it.each(brokenStudies)('is explained: $title', async ({ from, to, says }) => {
    expect(exampleText).toContain(from);
    const text = from === '' ? to : exampleText.replace(from, () => to);
    const { issues = [] } = await told(() => parseStudy(text, inMemory()));
    const places = issues.map(({ line, column }) => `${line}:${column}`);
    expect(places, JSON.stringify(issues)).toEqual(says.map(([place]) => place));
    for (const [index, [, cause, next]] of says.entries()) {
      expect(issues[index]?.message).toContain(cause);
      expect(issues[index]?.hint).toContain(next);
    }
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFFname: a\n', 'utf16le'), 'got UTF-16', 'save it as UTF-8'],
    ['Latin-1', Buffer.from([0x6e, 0xe4]), 'Expected a file in UTF-8', 'save it as UTF-8'],
  ])('is explained: %s', async (name, bytes, cause, next) => {
    const path = join(folder, `${name}.yaml`);
    writeFileSync(path, bytes);
    const { message, hint } = await told(() => readStudy(path));
    expect(message).toContain(cause);
    expect(hint).toContain(next);
  });

  it('is explained: a folder without one', async () => {
    const { message, hint } = await told(() => readStudy(folder));
    expect(message).toContain('There is no study.yaml');
    expect(hint).toContain('`doeflow init` writes one');
  });
});

describe('a broken file beside a study', () => {
  it.each([
    ['a unit', 'load\n500\n1000 N\n', '3:1', 'got "1000 N"', 'write 1000: numbers have no units'],
    ['a decimal comma', 'load\n500\n"1,5"\n', '3:1', 'got "1,5"', 'write 1.5'],
    ['semicolons', 'load;x\n500;1\n', '1:1', 'got semicolons', 'sep=";", decimal=","'],
    ['semicolons and quotes', '"load";x\n"1,5";1\n', '1:1', 'got semicolons', 'decimal points'],
    ['tabs', 'load\tx\n500\t1\n', '1:1', 'got tabs', 'save it comma separated'],
    ['a ragged row', 'load\n500\n1,5\n', '3:1', 'Expected 1 cells', 'a decimal comma'],
    ['an open quote', 'load\n"500\n', '2:1', 'not a valid CSV', 'close every quote'],
  ])('is explained: a CSV with %s', async (_title, csv, place, cause, next) => {
    const text = exampleText.replace('values: [500, 1000]', 'caseFile: cases.csv');
    const files = { ...exampleFiles, 'cases.csv': csv };
    const { issues = [] } = await told(() => parseStudy(text, inMemory(files)));
    expect(issues[0]).toMatchObject({ file: 'cases.csv' });
    expect(`${issues[0]?.line}:${issues[0]?.column}`).toBe(place);
    expect(issues[0]?.message).toContain(cause);
    expect(issues[0]?.hint).toContain(next);
  });

  it.each([
    ['an unknown name', '${weight} ', '1:1', '${weight}', 'known: w, t'],
    ['an output', '${stress} ', '1:1', 'got one that runs produce', ''],
  ])('is explained: a template with %s', async (_title, start, place, cause, next) => {
    const files = { ...exampleFiles, 'beam.json.in': `${start}${exampleFiles['beam.json.in']}` };
    const { issues = [] } = await told(() => parseStudy(exampleText, inMemory(files)));
    expect(issues[0]).toMatchObject({ file: 'beam.json.in' });
    expect(`${issues[0]?.line}:${issues[0]?.column}`).toBe(place);
    expect(issues[0]?.message).toContain(cause);
    expect(issues[0]?.hint ?? '').toContain(next);
  });
});

describe('a broken token', () => {
  const baseUrl = 'https://platform.example.com/';
  const fromFile = (name: string) => () =>
    requireToken(
      resolvePlatform({
        ...{ baseUrl, profileBaseUrl: baseUrl, env: {}, noteOrigin: () => undefined },
        tokenFile: join(folder, name),
      }),
    );

  it.each([
    ['is empty', '', 0o600, 'is empty'],
    ['has a line break', 'abc\ndef', 0o600, 'it has blanks, line breaks or special characters'],
    ['may be read by others', 'abc', 0o644, 'make it yours alone with chmod 600'],
  ])('is explained: its file %s', async (title, text, mode, cause) => {
    const name = title.replaceAll(' ', '-');
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), mode);
    const { code, message, hint } = await told(fromFile(name));
    expect(code).toBe('USAGE_TOKEN');
    expect(message).toContain(cause);
    expect(message).not.toContain('abc');
    expect(hint).toBe('Run doeflow login, or set DOEFLOW_PLATFORM_TOKEN');
  });

  it('is explained: its file is missing, or a folder', async () => {
    expect((await told(fromFile('nowhere'))).message).toContain('does not exist');
    mkdirSync(join(folder, 'a-folder'), { mode: 0o700 });
    expect((await told(fromFile('a-folder'))).message).toContain('cannot be read');
  });
});

describe('a platform that is meant, and not named', () => {
  const notes: string[] = [];
  const requireMeant = (unusedPlatform: Settings['unusedPlatform']) => () =>
    requireMeantPlatform(
      { output: { note: (text: string) => void notes.push(text) } as unknown as Output },
      { unusedPlatform },
    );

  it('is explained: a token without an address', async () => {
    const { code, message, hint } = await told(requireMeant({ kind: 'token' }));
    expect(code).toBe('USAGE_PLATFORM_URL');
    expect(message).toContain('this would work on the local platform of this machine');
    expect(hint).toContain('Set DOEFLOW_PLATFORM_URL too');
    expect(hint).toContain('--profile embedded');
  });

  it('is told: profiles that nobody chose', () => {
    requireMeant({ kind: 'profiles', names: ['acme', 'lab'] })();
    expect(notes).toEqual([
      'This is the local platform of this machine, which costs nothing. There are profiles of others (acme, lab): such as --profile acme',
    ]);
  });
});

describe('a platform that is no help', () => {
  async function toldOf(answer: RequestListener, path = '') {
    const server = createServer(answer);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    try {
      return await told(() =>
        checkPlatform({ baseUrl: `http://127.0.0.1:${port}/${path}`, token: 'secret-token' }),
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  it.each([
    [
      'refuses the token',
      401,
      'application/json',
      '{"detail":"no"}',
      'refused the token',
      'Create a new token',
    ],
    [
      'forbids',
      403,
      'application/json',
      '{"detail":"no rights"}',
      'has no right',
      'Ask the owner of the account',
    ],
    [
      'isn’t there',
      404,
      'text/html',
      '<html>nothing</html>',
      'is not the platform’s API',
      'Check the address',
    ],
    [
      'is a web page',
      200,
      'text/html',
      '<html><b>Sign in</b></html>',
      'Expected JSON',
      'Check the address: it is the one of the API',
    ],
  ])('is explained: it %s', async (_title, status, type, body, cause, next) => {
    const report = await toldOf((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    expect(report.message).toContain(cause);
    expect(report.hint ?? '').toContain(next);
    expect(JSON.stringify(report)).not.toContain('secret-token');
  });

  it('is explained: nothing listens', async () => {
    const { message, hint } = await told(() =>
      checkPlatform({ baseUrl: 'http://127.0.0.1:9/', token: 'secret-token' }),
    );
    expect(message).toContain('can’t be reached');
    expect(hint).toContain('Check the address and the network');
  });
});
