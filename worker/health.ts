/**
 * Answers those who look after a worker: `/live` while its process answers at all, `/ready` while it polls and Temporal and the store answer it.
 * Tells nothing but that, so that it may be asked without a token.
 */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { UsageError } from '../src/errors.ts';
import { writeListenAddress, type ListenAddress } from '../src/host/listen-address.ts';

/** What the worker says of itself. */
export type WorkerState = 'starting' | 'polling' | 'draining';

/** One part that is asked: resolves where it answers. */
export type Probe = () => Promise<unknown>;

export interface Health {
  /** From now on these are asked, too. */
  watch(probes: Readonly<Record<string, Probe>>): void;
  /** One that starts, or starts anew, has no parts yet that could be asked. */
  become(state: WorkerState): void;
  close(): void;
}

interface Readiness {
  readonly ready: boolean;
  readonly worker: WorkerState;
  /** Part -> `ok`, or what is wrong with it. */
  readonly [part: string]: boolean | string;
}

/** A part that hasn't answered by then counts as silent. */
const patienceMs = 3_000;
/** An answer is good for so long: whoever asks often costs nothing. */
const freshMs = 1_000;

/** Starts answering. @throws UsageError USAGE_LISTEN where nothing can listen there */
export async function openHealth(
  address: ListenAddress,
  hide: (text: string) => string,
): Promise<Health> {
  let state: WorkerState = 'starting';
  let probes: Readonly<Record<string, Probe>> = {};
  let last: { readonly atMs: number; readonly found: Promise<Record<string, string>> } | undefined;
  const found = (): Promise<Record<string, string>> => {
    const now = performance.now();
    if (last === undefined || now - last.atMs > freshMs)
      last = { atMs: now, found: ask(probes, hide) };
    return last.found;
  };
  const readiness = async (): Promise<Readiness> => {
    const parts = await found();
    const ready = state === 'polling' && Object.values(parts).every((part) => part === 'ok');
    return { ready, worker: state, ...parts };
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(request.method === 'HEAD' ? undefined : `${JSON.stringify(body)}\n`);
    };
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url?.split('?')[0];
    if (!isRead) answer(405, { detail: 'Only GET' });
    else if (path === '/live') answer(200, { live: true, worker: state });
    else if (path === '/ready') {
      void readiness().then((told) => answer(told.ready ? 200 : 503, told));
    } else answer(404, { detail: 'There are /live and /ready' });
  });
  await listen(server, address);
  const watch = (added: Readonly<Record<string, Probe>>): void => {
    probes = added;
    last = undefined;
  };
  return {
    watch,
    become: (next) => {
      state = next;
      if (next === 'starting') watch({});
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function ask(
  probes: Readonly<Record<string, Probe>>,
  hide: (text: string) => string,
): Promise<Record<string, string>> {
  const answers = Object.entries(probes).map(async ([name, probe]) => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<string>((resolve) => {
      const said = `no answer within ${patienceMs / 1000} s`;
      timer = setTimeout(() => resolve(said), patienceMs);
    });
    try {
      return [name, await Promise.race([probe().then(() => 'ok'), silence])] as const;
    } catch (error) {
      return [name, hide(error instanceof Error ? error.message : String(error))] as const;
    } finally {
      clearTimeout(timer);
    }
  });
  return Object.fromEntries(await Promise.all(answers));
}

async function listen(server: Server, address: ListenAddress): Promise<void> {
  const { host, port } = address;
  server.listen(port, host.replace(/^\[|\]$/gu, ''));
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new UsageError(
      'USAGE_LISTEN',
      `Nothing can listen at ${writeListenAddress(address)}: ${(cause as Error).message}`,
      { hint: 'Another process may have the port: give another one with --health', cause },
    );
  }
  // Whoever looks after the worker doesn't keep it.
  server.unref();
}
