import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LedgerEntry } from '../../../src/local-platform/database/ledger.ts';
import { removeTreeSync } from '../../../src/files/index.ts';
import { waitFor } from '../../kit/processes.ts';
import { compiledSources } from './compiled-sources.ts';

// Compiled while the test file is loaded: on a busy machine that takes longer than a hook may.
const programs = compiledSources();

/** An answer as a test looks at it. */
export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; tests name the fields they expect. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A platform in its own process, with what tests do to it. */
export class RunningPlatform {
  readonly dataFolder: string;
  readonly token = 'test-token-4711';
  readonly #options: readonly string[];
  #server: ChildProcess | undefined;
  #baseUrl = '';

  constructor(options: readonly string[] = []) {
    this.#options = options;
    this.dataFolder = join(realpathSync(mkdtempSync(join(tmpdir(), 'doeflow-platform-'))), 'data');
  }

  /** Starts the server and waits until it says that it is ready. */
  async start(more: readonly string[] = []): Promise<this> {
    const program = join(programs, 'src/local-platform/main.js');
    const port = this.#baseUrl === '' ? '0' : new URL(this.#baseUrl).port;
    const server = spawn(
      process.execPath,
      [
        program,
        '--port',
        port,
        '--data',
        this.dataFolder,
        '--speed',
        '20',
        ...this.#options,
        ...more,
      ],
      {
        env: { ...process.env, DOEFLOW_PLATFORM_TOKEN: this.token },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.#server = server;
    const [line] = await new Promise<[string]>((resolve, reject) => {
      createInterface({ input: server.stdout }).once('line', (text) => resolve([text]));
      server.once('exit', (code) =>
        reject(new Error(`The platform ended with code ${code ?? -1}`)),
      );
    });
    this.#baseUrl = /http:\/\/\S+[^/]/.exec(line)?.[0] ?? '';
    return this;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  get serverPid(): number {
    return this.#server?.pid ?? -1;
  }

  /** Sends one request with the token. A body that isn't text or a form is sent as JSON. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const plain = body === undefined || typeof body === 'string' || body instanceof FormData;
    const answer = await fetch(`${this.#baseUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { body: plain ? (body as string) : JSON.stringify(body) }),
      headers: {
        authorization: `Token ${this.token}`,
        ...(plain ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      json: (isJson && text !== '' ? JSON.parse(text) : {}) as Record<string, unknown>,
    };
  }

  /** Uploads a file and gives back its id. */
  async upload(name: string, content: string | Uint8Array): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([Buffer.from(content)]), name);
    const { status, json, text } = await this.call('POST', '/api/v2/files/contents/', form);
    if (status !== 201)
      throw new Error(`Expected an upload of ${name} to give 201, got ${status}: ${text}`);
    return json['id'] as string;
  }

  /** Creates a job of one analysis and gives back its id. */
  async createJob(
    analysis: Readonly<Record<string, unknown>>,
    job: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const { hardware, ...rest } = analysis;
    const { status, json, text } = await this.call('POST', '/api/v2/jobs/', {
      name: 'test job',
      jobanalyses: [
        {
          analysis: { code: 'user_included', version: '0' },
          hardware: { coreType: 'emerald', coresPerSlot: 1, slots: 2, ...(hardware as object) },
          ...rest,
        },
      ],
      ...job,
    });
    if (status !== 201) throw new Error(`Expected a job, got ${status}: ${text}`);
    return json['id'] as string;
  }

  /** Creates a job with one run per line of a param table and submits it. */
  async submitSweep(
    command: string,
    values: readonly (string | number)[],
    analysis: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const paramFile = await this.upload('params.csv', ['x', ...values].join('\n'));
    const template = await this.upload('x.in', '${x}\n');
    const id = await this.createJob(
      {
        command,
        templateTasks: [{ processedFilename: 'x.txt', templateFile: { id: template } }],
        ...analysis,
      },
      { paramFile: { id: paramFile }, jobvariables: [] },
    );
    await this.call('POST', `/api/v2/jobs/${id}/submit/`);
    return id;
  }

  /** A job's history, newest first, as `status` or `status (reason)`. */
  async statuses(jobId: string): Promise<readonly string[]> {
    const { json } = await this.call('GET', `/api/v2/jobs/${jobId}/statuses/?page_size=100`);
    const results = (json['results'] ?? []) as { status: string; statusReason: string | null }[];
    return results.map(({ status, statusReason }) =>
      statusReason === null ? status : `${status} (${statusReason})`,
    );
  }

  async untilStatus(jobId: string, status: string): Promise<void> {
    await waitFor(`job ${jobId} to be ${status}`, async () =>
      (await this.statuses(jobId)).some((text) => text.startsWith(status)),
    );
  }

  /** All output files of a job, content by `run/relativePath`. */
  async outputs(jobId: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (let page = 1; ; page += 1) {
      const { json } = await this.call(
        'GET',
        `/api/v2/jobs/${jobId}/files/?page_size=1000&page=${page}`,
      );
      for (const file of json['results'] as { path: string; downloadUrl: string }[]) {
        const { pathname } = new URL(file.downloadUrl);
        const key = file.path.replace(/^.*\/run(\d+)\//, '$1/');
        if (found.has(key)) throw new Error(`Expected ${key} once, got it twice`);
        found.set(key, (await this.call('GET', pathname)).text);
      }
      if (json['next'] === null) return found;
    }
  }

  async ledger(): Promise<readonly LedgerEntry[]> {
    const { json } = await this.call('GET', '/local/ledger/?limit=10000');
    return json['entries'] as LedgerEntry[];
  }

  /** How often the ledger lists each run of a job under one kind. */
  async runsInLedger(
    jobId: string,
    kind: LedgerEntry['kind'],
  ): Promise<ReadonlyMap<number, number>> {
    const counts = new Map<number, number>();
    for (const entry of await this.ledger()) {
      if (entry.kind !== kind || entry.subject !== jobId) continue;
      counts.set(Number(entry.run), (counts.get(Number(entry.run)) ?? 0) + 1);
    }
    return counts;
  }

  /** Kills the server like a power cut would; its runner goes on. */
  async killServer(): Promise<void> {
    const server = this.#server;
    if (server?.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }

  /** The process id of the runner, from its own lock on the folder. */
  runnerPid(): number {
    const pid = Number(readFileSync(this.#runnerFile(), 'utf8'));
    if (!(pid > 1)) throw new Error(`Expected the runner's process id, got ${pid}`);
    return pid;
  }

  /** Under a user of its own the runner has a folder of its own. */
  #runnerFile(): string {
    const apart = join(this.dataFolder, 'runner', 'runner.pid');
    return existsSync(apart) ? apart : join(this.dataFolder, 'runner.pid');
  }

  /** True once a runner other than `before` (0: any) holds the folder. */
  hasRunnerAfter(before: number): boolean {
    return existsSync(this.#runnerFile()) && this.runnerPid() !== before;
  }

  /** Ends server and runner and removes the folder. */
  async end(): Promise<void> {
    await waitFor('the runner to have started', () => this.hasRunnerAfter(0));
    const runner = this.runnerPid();
    await this.killServer();
    try {
      process.kill(runner, 'SIGTERM');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await waitFor('the runner to end', () => !isProcess(runner));
    removeTreeSync(join(this.dataFolder, '..'));
  }
}

/** Whether a process of that id is there and no zombie. */
export function isProcess(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
