/** What a worker sees to beside its task queues, until it ends. */
import type { Logger } from 'pino';
import { lookDependencies } from '../activities/reaper/reap.ts';
import { homeFaultOf } from '../src/host/supervisor/home-fault.ts';
import type { WorkerOrder } from '../src/host/worker-order.ts';
import { endUnsealed } from './end-unsealed.ts';
import type { EngineParts } from './engine-parts.ts';
import type { Figures } from './figures.ts';
import { keepClustersSettled } from './keep-clusters-settled.ts';
import { keepCounted } from './keep-counted.ts';
import { keepIdleEnded } from './keep-idle-ended.ts';
import { keepReaper } from './keep-reaper.ts';
import type { ToldKeeper } from './keep-told.ts';
import { keepWorkflowsGoing } from './keep-workflows-going.ts';

/** What the keepers are given. */
interface KeeperContext {
  readonly told: ToldKeeper;
  readonly figures: Figures | undefined;
  readonly log: Logger;
  /** Ends them. */
  readonly signal: AbortSignal;
}

/** Starts all of it; none of it throws. */
export function startKeepers(
  { settings, embedded }: WorkerOrder,
  { client, store, dependencies }: EngineParts,
  { told, figures, log, signal }: KeeperContext,
): void {
  void told.keep();
  void endUnsealed(client, log).then(() => keepReaper({ client, store, log, signal }));
  void keepWorkflowsGoing({ client, log, signal });
  if (figures !== undefined) void keepCounted({ client, figures, log, signal });
  const look = lookDependencies(dependencies);
  void keepClustersSettled({ dependencies, log, signal, isOnPlatform: look.isOnPlatform });
  if (embedded === undefined) return;
  void keepIdleEnded({
    homeFault: () => homeFaultOf(settings.home),
    dependencies: { ...look, signal },
    ...{ log, signal },
  });
}
