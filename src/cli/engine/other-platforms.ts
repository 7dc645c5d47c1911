/** Workers with another platform than this command line's, or another account of it: they work on none of its studies. */
import type { Connection } from '@temporalio/client';
import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { readPollingWorkers } from '../../temporal/polling-workers.ts';
import {
  platformWords,
  shortPlatform,
  type WorkerPlatform,
} from '../../temporal/worker-identity.ts';
import { workersOfOtherPlatforms } from '../../temporal/worker-platforms.ts';
import type { CommandContext } from '../context.ts';

/** Of an engine, what tells its platform and its workers. */
interface Looked {
  readonly connection: Connection;
  readonly namespace: string;
  readonly settings: Pick<Settings, 'platform'>;
}

const hint =
  'Give all workers and command lines the same platform (DOEFLOW_PLATFORM_URL) and tokens of one account; doeflow doctor compares them. A worker that was killed is listed for a minute';

/** Says so where workers that are up have another platform, by its address: whose tokens they have costs a question, which only a start asks. */
export async function warnOfOtherPlatforms(context: CommandContext, engine: Looked): Promise<void> {
  const { platform } = engine.settings;
  if (platform === 'embedded') return;
  const { baseUrl } = platform;
  const others = workersOfOtherPlatforms(await readPollingWorkers(engine), { baseUrl });
  if (others.length > 0) context.output.warn(`${toldOf({ baseUrl }, others)}. ${hint}`);
}

/** @throws UsageError USAGE_PLATFORM_DIFFERS, exit code 5, where all workers that are up have another platform or account; says so where some have */
export async function requireSamePlatform(context: CommandContext, engine: Looked): Promise<void> {
  const { platform } = engine.settings;
  if (platform === 'embedded') return;
  const { baseUrl, token } = platform;
  const workers = await readPollingWorkers(engine);
  if (workers.length === 0 || token === undefined) return;
  // A client of the platform takes long to load: only a start asks whose token it has.
  const { readOwnAccount } = await import('../../host/doctor/check-worker-platforms.ts');
  const ours = { baseUrl, account: await readOwnAccount({ baseUrl, token }) };
  const others = workersOfOtherPlatforms(workers, ours);
  if (others.length === 0) return;
  if (others.length === workers.length) {
    throw new UsageError('USAGE_PLATFORM_DIFFERS', toldOf(ours, others), { exitCode: 5, hint });
  }
  // Those with another address were told as the engine was opened.
  const byAccount = others.filter(
    (worker) => !workersOfOtherPlatforms(workers, { baseUrl }).includes(worker),
  );
  if (byAccount.length > 0) context.output.warn(`${toldOf(ours, byAccount)}. ${hint}`);
}

function toldOf(ours: WorkerPlatform, others: readonly string[]): string {
  return `Workers have another platform than this command line, or another account of it, and do nothing for its studies: ${others.join('; ')}. Here it is ${ours.baseUrl}, ${platformWords(shortPlatform(ours))}`;
}
