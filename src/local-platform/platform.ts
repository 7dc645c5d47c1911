import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import { readCatalogue } from './catalogue/catalogue.ts';
import type { PlatformContext } from './context.ts';
import {
  clearUnfinishedUploads,
  lockDataFolder,
  makeDataFolder,
  openDataFolder,
} from './data-folder.ts';
import { PlatformDatabase } from './database/connection.ts';
import { readFaultPlan } from './faults/fault-plan.ts';
import { Faults } from './faults/faults.ts';
import { startOddAnswers } from './odd/odd-answers.ts';
import { allEndpoints } from './http/endpoints/index.ts';
import { createServer } from './http/server.ts';
import { JobScheduler } from './scheduling/job-scheduler.ts';
import { runnerProgram } from './scheduling/runner-link.ts';
import { rebuildIndex } from './scheduling/rebuild-index.ts';
import type { PlatformSettings } from './settings.ts';

/** A platform that is being served. */
export interface Platform {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  /** Ends the server; the runner outlives it by its lease. */
  readonly close: () => Promise<void>;
}

/** How long a killed server's hold on the folder may outlive it, and that of a runner which has lost its server. */
const holdPatienceMs = { server: 3000, runner: 13_000 } as const;

/**
 * Serves a platform from its data folder and takes up every job that was under way.
 *
 * @throws UsageError `USAGE_PLATFORM` when another server has the folder or the port.
 */
export async function startPlatform(settings: PlatformSettings): Promise<Platform> {
  const plan = settings.faultsFile === undefined ? undefined : readFaultPlan(settings.faultsFile);
  const now = (): number => Date.now();
  const dataFolder = makeDataFolder(settings.dataFolder);
  const hold = await takeHold(dataFolder, 'server');
  const { runUser } = settings;
  const runnerHold = runUser === undefined ? undefined : await takeHold(dataFolder, 'runner');
  if (runUser !== undefined) openDataFolder(dataFolder, runUser, [process.execPath, runnerProgram]);
  clearUnfinishedUploads(dataFolder);
  const database = openDatabase(join(dataFolder, 'platform.db'));
  let baseUrl = '';
  const { token, oddSeed } = settings;
  const odd =
    oddSeed === undefined ? undefined : await startOddAnswers(oddSeed, () => ({ baseUrl, token }));
  const scheduler = new JobScheduler(() => context, settings, dataFolder);
  const context: PlatformContext = {
    ...{ settings, dataFolder, database, scheduler },
    catalogue: readCatalogue(settings.catalogueFile),
    faults: new Faults(plan, database, now),
    odd,
    refusedArchives: new Map(),
    now,
    createId,
    baseUrl: () => baseUrl,
  };
  const rebuilt = await rebuildIndex(context);
  if (rebuilt.length > 0) {
    process.stderr.write(`Jobs rebuilt from their folders: ${rebuilt.join(' ')}\n`);
  }
  const app = await createServer(context, allEndpoints);
  try {
    await app.listen({ host: '127.0.0.1', port: settings.port });
  } catch (error) {
    database.close();
    hold.release();
    throw new UsageError(
      'USAGE_PLATFORM',
      `Port ${settings.port} of 127.0.0.1 can't be used: ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'Choose another port, or 0 for any.', cause: error },
    );
  }
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  scheduler.start();
  return {
    baseUrl,
    close: async () => {
      scheduler.end();
      await app.close();
      await odd?.close();
      database.close();
      runnerHold?.release();
      hold.release();
    },
  };
}

function openDatabase(path: string): PlatformDatabase {
  try {
    return new PlatformDatabase(path);
  } catch (error) {
    throw new UsageError(
      'USAGE_PLATFORM',
      `The database ${path} can't be opened: ${error instanceof Error ? error.message : String(error)}`,
      {
        hint: 'Move it away and start again: started jobs are rebuilt from their folders.',
        cause: error,
      },
    );
  }
}

/** The runner's hold is taken where ours has a folder of its own: none with our rights may execute beside it. */
async function takeHold(
  dataFolder: string,
  role: 'server' | 'runner',
): Promise<{ release: () => void }> {
  for (let waited = 0; ; waited += 50) {
    const hold = lockDataFolder(dataFolder, role);
    if (hold !== undefined) return hold;
    if (waited >= holdPatienceMs[role]) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new UsageError(
    'USAGE_PLATFORM',
    `The data folder ${dataFolder} is in use by another local platform`,
    { hint: 'Stop the other platform, or give this one its own folder with --data.' },
  );
}

const letters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Ten letters and digits that aren't mistaken for each other: 58 bits. */
function createId(): string {
  // A slight unevenness of the remainder does no harm: ids are names, not secrets.
  return Array.from(randomBytes(10), (byte) => letters[byte % letters.length]).join('');
}
