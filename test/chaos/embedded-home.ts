import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import { lookAtSupervisor } from '../../src/host/supervisor/look-at-supervisor.ts';
import type { ReadyState } from '../../src/host/supervisor/protocol.ts';
import { distFolder } from '../kit/dist-folder.ts';
import { processesNaming } from '../kit/orphans.ts';
import { waitFor } from '../kit/processes.ts';
import { commandEnvironment } from '../studies/run-study.ts';
import type { LedgerEntry } from './judge-study.ts';

/** A home kept up by `doeflow dev`, whose supervisor brings back what is killed. */
export interface EmbeddedHome {
  /** For commands that share the home. */
  readonly env: Readonly<Record<string, string>>;
  readonly platformToken: string;
  /** Kills a program with SIGKILL; returns when another one has taken its place. */
  readonly kill: (program: string) => Promise<void>;
  /** Effects that the platform committed after a sequence number. */
  readonly readLedger: (after: number) => Promise<readonly LedgerEntry[]>;
  /** The rules of its fault plan, with how many requests each matched. */
  readonly readFaults: () => Promise<readonly { readonly seen: number }[]>;
  /** Ends it and waits until no process of it is left. */
  readonly stop: () => Promise<void>;
}

/** The most entries that the platform gives at once. */
const ledgerPage = 10_000;

/** Starts a home in `<folder>/home`; what it prints stays with the test's own output. */
export async function startEmbeddedHome(
  folder: string,
  more: Readonly<Record<string, string>>,
): Promise<EmbeddedHome> {
  const home = join(folder, 'home');
  const env = { DOEFLOW_PROFILE: 'embedded', DOEFLOW_HOME: home, ...more };
  const dev = spawn(process.execPath, [join(distFolder(), 'src/cli/main.js'), 'dev', '--json'], {
    env: commandEnvironment(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Its document is printed once all is up.
  await Promise.race([
    once(createInterface({ input: dev.stdout }), 'line'),
    once(dev, 'exit').then(() => {
      throw new Error('Expected doeflow dev to stay, got its end');
    }),
  ]);
  const look = (): Promise<ReadyState> =>
    waitFor('a home that is up', async () => {
      const state = await lookAtSupervisor(homeFiles(home));
      return state?.state === 'ready' ? state : undefined;
    });
  const { platformUrl, platformToken } = await look();
  const pidOf = async (program: string): Promise<number | undefined> =>
    (await look()).programs.find(({ name }) => name === program)?.pid;
  const read = async (path: string): Promise<unknown> => {
    // The platform may have been killed just now.
    await look();
    const headers = { Authorization: `Token ${platformToken}` };
    const answer = await fetch(new URL(path, platformUrl), { headers });
    if (!answer.ok) throw new Error(`Expected ${path}, got ${answer.status}`);
    return answer.json();
  };
  const readLedgerPage = async (after: number): Promise<readonly LedgerEntry[]> => {
    const page = await read(`local/ledger/?limit=${ledgerPage}&after=${after}`);
    return (page as { entries: LedgerEntry[] }).entries;
  };
  return {
    env,
    platformToken,
    kill: async (program) => {
      const pid = await waitFor(`a ${program}`, () => pidOf(program));
      process.kill(pid, 'SIGKILL');
      await waitFor(`another ${program}`, async () => {
        const next = await pidOf(program);
        return next !== undefined && next !== pid;
      });
    },
    readLedger: async (after) => {
      const found: LedgerEntry[] = [];
      for (;;) {
        const page = await readLedgerPage(found.at(-1)?.seq ?? after);
        found.push(...page);
        if (page.length < ledgerPage) return found;
      }
    },
    readFaults: async () =>
      ((await read('local/faults/')) as { rules: readonly { readonly seen: number }[] }).rules,
    stop: async () => {
      if (dev.exitCode === null && dev.signalCode === null) {
        const gone = once(dev, 'exit');
        dev.kill('SIGTERM');
        await gone;
      }
      await waitFor('the end of everything', () => processesNaming(home).length === 0);
    },
  };
}
