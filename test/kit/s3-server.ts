import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/environment.ts';
import { freePort } from './free-port.ts';
import { waitFor } from './processes.ts';

/** A real S3 server with one empty bucket in a folder of its own. */
export interface S3Server {
  readonly host: string;
  readonly port: number;
  readonly bucket: string;
  /** Endpoint and credentials as the program finds them; with `port`, those of what stands before the server. */
  env(port?: number): Environment;
  /** The folder that holds the bucket's objects as files. */
  readonly folder: string;
  /** kill -9, and later the same server again. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const accessKeyId = 'doeflow-test-key';

/** Starts the S3 server. @throws Error with the reason when it is neither there nor can be built */
export async function startS3Server(): Promise<S3Server> {
  const executable = findS3Server();
  const root = mkdtempSync(join(tmpdir(), 'doeflow-s3-server-'));
  const bucket = 'test-bucket';
  // A bucket of this server is a folder below its root.
  const folder = join(root, bucket);
  mkdirSync(folder);
  const secret = randomBytes(12).toString('hex');
  const host = '127.0.0.1';
  const port = await freePort();
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const child = spawn(executable, ['--port', `${host}:${port}`, '--quiet', 'posix', root], {
      env: { ...process.env, ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secret },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    server = child;
    await waitFor('an answer of the S3 server', async () => {
      if (child.exitCode !== null)
        throw new Error(`The S3 server ended with ${child.exitCode}: ${said}`);
      return fetch(`http://${host}:${port}/`).then(
        () => true,
        () => false,
      );
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const child = server;
    server = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    ...{ host, port, bucket, folder, start },
    env: (at = port) => ({
      ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secret },
      ...{ AWS_ENDPOINT_URL_S3: `http://${host}:${at}`, AWS_REGION: 'us-east-1' },
    }),
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The server's executable in the user's cache; built with Go, once, where it isn't there. */
function findS3Server(): string {
  const script = fileURLToPath(new URL('../../.ci/install-s3-server', import.meta.url));
  const output = execFileSync('bash', [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.trim().split('\n').at(-1) ?? '';
}
