/**
 * Becomes a worker: workflows and activities on their task queues, one platform client for all, until a signal asks it to end. All in one
 * process, so that whoever ends that has ended the worker.
 */
import { GracefulShutdownPeriodExpiredError, Worker } from '@temporalio/worker';
import { pino, stdSerializers, type Logger } from 'pino';
import { createActivities } from '../activities/index.ts';
import { keepPrice } from '../activities/study/keep-price.ts';
import { readTokenAnew } from '../src/host/settings/token-anew.ts';
import { requireToken, unsafeWay } from '../src/host/settings/platform-settings.ts';
import type { RunWorker, WorkerOrder } from '../src/host/worker-order.ts';
import { UsageError } from '../src/errors.ts';
import { redact } from '../src/redact.ts';
import { lastReapingAt } from '../src/store/index.ts';
import { taskQueue } from '../src/temporal/names.ts';
import { tellLeft } from '../src/temporal/worker-left.ts';
import { drain, hearSignals, type SignalHearing } from './drain.ts';
import { openParts, type EngineParts, type Remote } from './engine-parts.ts';
import type { Figures } from './figures.ts';
import { openHealth, type Health, type Probe } from './health.ts';
import { startKeepers } from './keepers.ts';
import { installRuntime } from './runtime.ts';
import { sealedWorkerOptions } from './sealed-activities.ts';
import { keepHeapSmall } from './small-heap.ts';
import { createToldKeeper, withEndsTold } from './told-keeper.ts';
import { createTokenWatch, type TokenWatch } from './token-watch.ts';
import { transferWorkerOptions, workflowWorkerOptions } from './worker-options.ts';

export const runWorker: RunWorker = async (order) => {
  keepHeapSmall();
  const remote = remoteOf(order);
  const secrets = [...secretsOf(remote)];
  const hide = (text: string): string => redact(text, secrets);
  const log = pino({
    name: 'doeflow-worker',
    level: order.logLevel,
    // Errors have no fields of their own that JSON would show.
    serializers: { error: stdSerializers.err },
    hooks: { streamWrite: hide },
  });
  const signals = hearSignals((why) => {
    log.info(`Ended before it took anything: ${why}`);
    process.exit(0);
  });
  for (const sentence of unsafeWay(remote.platform.baseUrl, order.env)) log.warn(sentence);
  const figures = installRuntime(log, order.metrics);
  // It answers from the first moment on, also while Temporal is waited for.
  const health = order.health === undefined ? undefined : await openHealth(order.health, hide);
  try {
    let { platform } = remote;
    for (;;) {
      const tokenWatch = watchToken(order, platform, secrets, log);
      const ended = await serveOnce(
        order,
        { ...remote, platform },
        { log, hide, figures, health, signals, tokenWatch },
      );
      const token = tokenWatch?.renewed();
      if (token === undefined || ended.isAsked) return ended.code;
      platform = { ...platform, token };
      health?.become('starting');
      log.info('Begins anew with the new token');
    }
  } finally {
    health?.close();
  }
};

/** A worker with one token, until it is asked to end, or there is a new one. All that knows of the token is opened anew then: the new one may be of another account. */
async function serveOnce(
  order: WorkerOrder,
  remote: Remote,
  care: Omit<Care, 'handBack'>,
): Promise<Ended> {
  const handBack = new AbortController();
  const parts = await openParts(order, remote, { ...care, handBack: handBack.signal });
  if (parts === undefined) return { code: 0, isAsked: false };
  try {
    return await serve(order, parts, { ...care, handBack });
  } finally {
    await parts.connection.close();
    await parts.platform.close();
  }
}

/** Undefined where a supervisor hands a new token over. @param secrets gets a new one, which no log may show */
function watchToken(
  { settings, env, embedded }: WorkerOrder,
  platform: Remote['platform'],
  secrets: string[],
  log: Logger,
): TokenWatch | undefined {
  if (embedded !== undefined) return undefined;
  const { baseUrl } = platform;
  return createTokenWatch({
    token: requireToken(platform),
    readAnew: () => readTokenAnew(settings, { baseUrl, env }),
    hide: (token) => void secrets.push(token),
    log,
  });
}

/** How a worker ended. */
interface Ended {
  readonly code: 0 | 1;
  /** A signal or its lease asked for it. */
  readonly isAsked: boolean;
}

/** What a worker is looked after with. */
interface Care {
  readonly log: Logger;
  readonly hide: (text: string) => string;
  readonly handBack: AbortController;
  readonly figures: Figures | undefined;
  readonly health: Health | undefined;
  readonly signals: SignalHearing;
  readonly tokenWatch: TokenWatch | undefined;
}

/** @throws UsageError where a part is the embedded one, which has a worker of its own */
function remoteOf({ settings: { platform, temporal } }: WorkerOrder): Remote {
  if (platform !== 'embedded' && temporal !== 'embedded') return { platform, temporal };
  throw new UsageError(
    'USAGE_WORKER_EMBEDDED',
    'A worker needs the address of a Temporal server and of a platform; the embedded default has its own worker',
    { hint: 'Set TEMPORAL_ADDRESS and DOEFLOW_PLATFORM_URL, or use doeflow dev' },
  );
}

function secretsOf({ platform, temporal }: Remote): readonly string[] {
  const { apiKey } = temporal.connection ?? {};
  return [requireToken(platform), ...(typeof apiKey === 'string' ? [apiKey] : [])];
}

async function serve(
  order: WorkerOrder,
  parts: EngineParts,
  { log, hide, handBack, figures, health, signals, tokenWatch }: Care,
): Promise<Ended> {
  const { env, embedded } = order;
  const { client, store, dependencies, targets } = parts;
  const ending = new AbortController();
  const { signal } = ending;
  const told = createToldKeeper({
    ...{ client, store, studyCache: dependencies.studyCache, log, targets, env, hide, signal },
    keepPrice: (studyId) => keepPrice(dependencies, studyId, signal),
    embedded: embedded !== undefined,
  });
  const workers = await createWorkers(
    order,
    parts,
    withEndsTold(createActivities(dependencies), told),
  );
  let isAsked = false;
  const goesOn = (): boolean => !isAsked && tokenWatch?.renewed() !== undefined;
  const end = (why: string): void => {
    health?.become('draining');
    drain({ workers, log, drainMs: order.drainMs, handBack }, why);
  };
  const begin = (why: string): void => {
    isAsked = true;
    end(why);
  };
  embedded?.onEnd(() => begin('its lease has ended'));
  signals.serve(begin, (why) => {
    log.warn(`Ended at once: ${why}. What was under way is tried again once Temporal misses it`);
    process.exit(130);
  });
  try {
    const running = Promise.all(workers.map((worker) => worker.run()));
    health?.watch(probesOf(parts));
    health?.become('polling');
    tokenWatch?.onNew(() => end('A new token'));
    tellReady(order, log);
    // A worker of files alone is one of many, and needn't see to what one of them sees to.
    if (order.queues !== 'transfer') startKeepers(order, parts, { told, figures, log, signal });
    await running;
    const { connection, identity } = parts;
    // Its supervisor ends Temporal, too.
    if (embedded === undefined && !goesOn())
      await tellLeft(connection, client.options.namespace, identity);
    await told.settled(500);
    log.info('Ended; what it had is done or handed back');
    return { code: 0, isAsked };
  } catch (error) {
    if (!(error instanceof GracefulShutdownPeriodExpiredError)) throw error;
    log.warn(
      'Ended with activities under way that did not end in time: they are tried again once Temporal misses their heartbeats',
    );
    return { code: 1, isAsked };
  } finally {
    ending.abort();
    if (goesOn()) {
      const leave = (why: string): void => {
        log.info(`Ended before it took anything with its new token: ${why}`);
        process.exit(0);
      };
      signals.serve(leave, leave);
    } else signals.over();
  }
}

async function createWorkers(
  { queues, transferSlots, drainMs }: WorkerOrder,
  { sealing, identity, connection, client }: EngineParts,
  activities: object,
): Promise<Worker[]> {
  const { namespace } = client.options;
  const shared = { ...sealedWorkerOptions(sealing), connection, namespace, activities, identity };
  return Promise.all([
    ...(queues === 'transfer'
      ? []
      : [Worker.create({ ...workflowWorkerOptions(drainMs), ...shared })]),
    ...(queues === 'control'
      ? []
      : [Worker.create({ ...transferWorkerOptions(drainMs, transferSlots), ...shared })]),
  ]);
}

/** What must answer for the worker to be of use. The platform isn't among them: studies wait for it, and say so. */
function probesOf({ client, store }: EngineParts): Readonly<Record<string, Probe>> {
  const { namespace } = client.options;
  const deadline = (): number => Date.now() + 3_000;
  return {
    temporal: () =>
      client.withDeadline(deadline(), () =>
        client.workflowService.describeTaskQueue({
          ...{ namespace, taskQueue: { name: taskQueue }, taskQueueType: 1 },
        }),
      ),
    store: () => lastReapingAt(store),
  };
}

/** A supervisor looks for a line of its own; anybody else reads a log. */
function tellReady({ embedded, queues }: WorkerOrder, log: Logger): void {
  if (embedded !== undefined) process.stdout.write('doeflow worker ready\n');
  else log.info({ queues, pid: process.pid }, 'doeflow worker ready');
}
