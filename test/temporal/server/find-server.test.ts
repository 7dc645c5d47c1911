import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildServer } from '../../../src/temporal/server/build-server.ts';
import { downloadServer } from '../../../src/temporal/server/download-server.ts';
import { findServer } from '../../../src/temporal/server/find-server.ts';
import { pinnedArchive, type PinnedArchive } from '../../../src/temporal/server/pinned-archive.ts';
import { readServerVersion, serverModule } from '../../../src/temporal/server/server-version.ts';
import { waitFor } from '../../kit/processes.ts';

let folder: string;
let progress: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-find-'));
  progress = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function writeProgram(path: string, script: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const speaksVersion = (version: string): string =>
  `echo "temporal version 1.0.0 (Server ${version}, UI 2.42.1)"`;

function search(options: { readonly temporalPath?: string; readonly path?: string }) {
  return findServer({
    temporalPath: options.temporalPath,
    cacheDirectory: join(folder, 'cache'),
    // The shell that runs the stand-in programs is named by its full path.
    env: { PATH: options.path ?? join(folder, 'bin') },
    onProgress: (text) => progress.push(text),
    signal: new AbortController().signal,
  });
}

describe('findServer', () => {
  it('takes the given path and looks no further', async () => {
    const given = writeProgram(join(folder, 'my-temporal'), 'exit 0');
    writeProgram(join(folder, 'bin', 'temporal'), speaksVersion('1.30.0'));
    expect(await search({ temporalPath: given })).toEqual({
      executable: given,
      foundBy: 'given path',
    });
  });

  it('refuses a given path that holds no executable, with exit code 7', async () => {
    await expect(search({ temporalPath: join(folder, 'nothing') })).rejects.toMatchObject({
      code: 'USAGE_TEMPORAL_MISSING',
      exitCode: 7,
    });
  });

  it('takes `temporal` on PATH before the cache when it is new enough', async () => {
    const cached = writeProgram(join(folder, 'cache', 'bin', 'temporal'), 'exit 0');
    const onPath = writeProgram(join(folder, 'bin', 'temporal'), speaksVersion('1.29.1'));
    expect(await search({})).toEqual({ executable: onPath, foundBy: 'PATH' });
    writeProgram(onPath, speaksVersion('1.28.9'));
    expect(await search({})).toEqual({ executable: cached, foundBy: 'cache' });
    writeProgram(onPath, 'echo some other program of that name');
    expect(await search({})).toEqual({ executable: cached, foundBy: 'cache' });
  });
});

describe('buildServer', () => {
  const target = (): string => join(folder, 'cache', 'bin', 'temporal');
  const build = (path: string, signal = new AbortController().signal) =>
    buildServer({
      target: target(),
      env: { PATH: path },
      onProgress: (text) => progress.push(text),
      signal,
    });

  it('puts what Go built into the cache, says how far it is, and leaves nothing else', async () => {
    writeProgram(
      join(folder, 'go-bin', 'go'),
      'echo "go: downloading a v1" >&2; echo pkg/one >&2; echo pkg/two >&2\n' +
        'test "$GOFLAGS" = "" && printf "#!/bin/sh\\n%s\\n" \'echo "temporal version 0 (Server 1.29.1, UI 2)"\' > "$GOBIN/temporal" && /bin/chmod 755 "$GOBIN/temporal"',
    );
    expect(await build(join(folder, 'go-bin'))).toBeUndefined();
    expect(await readServerVersion(target())).toBe('1.29.1');
    expect(progress[0]).toBe('Building the Temporal server with Go: takes minutes, once');
    expect(progress.at(-1)).toMatch(/: done, 1 modules downloaded, 2 packages compiled, \d+ s$/);
    expect(readdirSync(dirname(target()))).toEqual(['temporal']);
  });

  it('says why when Go is missing or its build fails', async () => {
    expect(await build(join(folder, 'empty'))).toContain('no `go` on PATH');
    writeProgram(join(folder, 'go-bin', 'go'), 'echo "go: no space left on device" >&2; exit 1');
    expect(await build(join(folder, 'go-bin'))).toContain('no space left on device');
    expect(readdirSync(dirname(target()))).toEqual([]);
  });

  it('is ended by its signal together with what it started', async () => {
    writeProgram(
      join(folder, 'go-bin', 'go'),
      `echo >"${join(folder, 'started')}"; /bin/sleep 60 & wait`,
    );
    const controller = new AbortController();
    const built = buildServer({
      target: target(),
      env: { PATH: join(folder, 'go-bin') },
      onProgress: (text) => progress.push(text),
      signal: controller.signal,
    });
    await waitFor('the build', () => existsSync(join(folder, 'started')));
    controller.abort();
    expect(await built).toContain('a signal');
  });
});

describe('downloadServer', () => {
  let server: Server;
  let url: string;
  let sha256: string;
  let archiveStatus: number;

  beforeEach(async () => {
    archiveStatus = 200;
    writeProgram(join(folder, 'origin', 'temporal'), speaksVersion('1.30.0'));
    const archive = join(folder, 'archive.tar.gz');
    await create({ file: archive, cwd: join(folder, 'origin'), gzip: true }, ['temporal']);
    sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
    server = createServer((_, response) => {
      response.writeHead(archiveStatus);
      response.end(readFileSync(archive));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive.tar.gz`;
  });

  afterEach(() => {
    server.close();
  });

  const download = (archive: PinnedArchive | undefined) =>
    downloadServer(
      {
        target: join(folder, 'cache', 'bin', 'temporal'),
        env: {},
        onProgress: (text) => progress.push(text),
        signal: new AbortController().signal,
      },
      archive,
    );

  it('puts the executable of the archive into the cache', async () => {
    expect(await download({ url, sha256 })).toBeUndefined();
    expect(await readServerVersion(join(folder, 'cache', 'bin', 'temporal'))).toBe('1.30.0');
  });

  it('throws away an archive that isn’t the pinned one, and says so at once', async () => {
    const other = 'f'.repeat(64);
    expect(await download({ url, sha256: other })).toContain(`is ${sha256}, not the pinned ff`);
    expect(progress.join()).toContain('Warning: the download from');
    expect(readdirSync(join(folder, 'cache', 'bin'))).toEqual([]);
  });

  it('says why and leaves nothing when the service is away or refuses', async () => {
    archiveStatus = 503;
    expect(await download({ url, sha256 })).toBe('the download answered 503');
    server.close();
    expect(await download({ url: 'http://127.0.0.1:1/', sha256 })).toContain('the download failed');
    expect(readdirSync(join(folder, 'cache', 'bin'))).toEqual([]);
  });

  it('asks for nothing where no checksum is pinned, and for one version by https where one is', () => {
    expect(pinnedArchive('freebsd', 'x64')).toBeUndefined();
    expect(pinnedArchive('constructor', 'x64')).toBeUndefined();
    const archives = ['linux', 'darwin'].flatMap((system) =>
      ['x64', 'arm64'].map((arch) => pinnedArchive(system, arch)),
    );
    expect(new Set(archives.map((archive) => archive?.sha256)).size).toBe(4);
    for (const archive of archives) {
      expect(archive?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(archive?.url).toMatch(/^https:.*\/v1\.5\.1\/temporal_cli_1\.5\.1_(linux|darwin)_a/);
    }
    expect(serverModule).toContain('@v1.5.1');
  });
});
