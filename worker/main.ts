/**
 * The worker process: workflows and activities on their task queues, one platform client for all. Prints one line when it polls.
 * Ends gently on SIGTERM or SIGINT, and when its lease (the stdin of a supervisor) ends.
 */
import { createRequire } from 'node:module';
import { pino } from 'pino';
import { Worker } from '@temporalio/worker';
import { keepPrice } from '../activities/study/keep-price.ts';
import { createActivities } from '../activities/index.ts';
import { hearPlatformCall } from '../activities/call-watch.ts';
import { createFailpoints } from '../activities/failpoints.ts';
import { createPlatformGuard } from '../activities/platform-guard.ts';
import { lookDependencies } from '../activities/reaper/reap.ts';
import { createStudyCache } from '../activities/study-cache.ts';
import { createPlatformClient } from '../src/platform-api/index.ts';
import { takeSecret } from '../src/files/index.ts';
import { hardwareHourMs } from '../src/hardware-hour.ts';
import { redact } from '../src/redact.ts';
import { openDestination } from '../src/objects/index.ts';
import { openStore } from '../src/store/index.ts';
import { SealedClient } from '../src/sealing/sealed-client.ts';
import { connectWorker } from '../src/temporal/connect-worker.ts';
import { workerIdentity } from '../src/temporal/worker-identity.ts';
import { createWorkflowDesk } from '../src/temporal/workflow-desk.ts';
import { homeFaultOf } from '../src/host/supervisor/home-fault.ts';
import { resolveSettings } from '../src/host/settings.ts';
import { openSealing } from '../src/host/settings/payload-settings.ts';
import { readOwnPrices } from '../src/host/settings/own-prices.ts';
import { requireToken, unsafeWay } from '../src/host/settings/platform-settings.ts';
import { endUnsealed } from './end-unsealed.ts';
import { keepClustersSettled } from './keep-clusters-settled.ts';
import { keepIdleEnded } from './keep-idle-ended.ts';
import { keepReaper } from './keep-reaper.ts';
import { keepWorkflowsGoing } from './keep-workflows-going.ts';
import { createTargetReader, createToldKeeper, withEndsTold } from './told-keeper.ts';
import { openLease } from './lease.ts';
import { requireAttributes } from './require-attributes.ts';
import { installRuntime } from './runtime.ts';
import { sealedWorkerOptions } from './sealed-activities.ts';
import { transferWorkerOptions, workflowWorkerOptions } from './worker-options.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** The first wait between two looks at a platform that this home serves itself: its jobs may end within a tenth of a second. */
const firstLookMs = 40;

/** The platform that this home serves itself. */
function isLocal(baseUrl: string): boolean {
  return process.env['DOEFLOW_LEASE'] !== undefined && new URL(baseUrl).hostname === '127.0.0.1';
}

async function main(): Promise<void> {
  process.umask(0o077);
  // From the first moment on: who started us may be gone before we poll.
  const lease = openLease(process.env['DOEFLOW_LEASE'], () => process.exit(0));
  const given = takeSecret(process.env);
  const env = { ...process.env, ...(given === undefined ? {} : { DOEFLOW_PLATFORM_TOKEN: given }) };
  const settings = resolveSettings({ flags: {}, env, cwd: process.cwd() });
  if (settings.platform === 'embedded' || settings.temporal === 'embedded') {
    throw new Error(
      'Expected DOEFLOW_PLATFORM_URL and TEMPORAL_ADDRESS, or a profile that names both, got the embedded default, which starts its own worker',
    );
  }
  const token = requireToken(settings.platform);
  const log = pino({
    name: 'doeflow-worker',
    hooks: { streamWrite: (line) => redact(line, [token]) },
  });
  for (const sentence of unsafeWay(settings.platform.baseUrl, process.env)) log.warn(sentence);
  installRuntime(log);
  const sealing = await openSealing(settings.payloads);
  const connection = await connectWorker(settings.temporal);
  const { namespace } = settings.temporal;
  await requireAttributes(connection, namespace, log);
  const client = new SealedClient(sealing, { connection, namespace });
  const platform = createPlatformClient({
    baseUrl: settings.platform.baseUrl,
    token,
    log: hearPlatformCall,
  });
  const store = await openStore(settings.store, process.env);
  const targets = createTargetReader({ profileFile: settings.profileFile, env, log });
  const dependencies = {
    platform,
    platformGuard: createPlatformGuard({
      store,
      platform,
      baseUrl: settings.platform.baseUrl,
      token,
    }),
    store,
    openDestination: (address: string) => openDestination(address, process.env),
    studyCache: createStudyCache(store),
    defaultTargets: () => targets.read(),
    workflows: createWorkflowDesk(client),
    poll: isLocal(settings.platform.baseUrl)
      ? { ...settings.poll, firstMs: Math.min(firstLookMs, settings.poll.minMs) }
      : settings.poll,
    failpoint: createFailpoints(process.env['DOEFLOW_HOLD_DIR']),
    hourMs: hardwareHourMs(process.env, isLocal(settings.platform.baseUrl)),
    ownPrices: () => readOwnPrices(settings.profileFile),
    engineVersion: version,
    now: () => new Date(),
  };
  const ending = new AbortController();
  const told = createToldKeeper({
    ...{ client, store, studyCache: dependencies.studyCache, log, targets },
    keepPrice: (studyId) => keepPrice(dependencies, studyId, ending.signal),
    ...{ env, hide: (text: string) => redact(text, [token]), signal: ending.signal },
    embedded: process.env['DOEFLOW_LEASE'] !== undefined,
  });
  const activities = withEndsTold(createActivities(dependencies), told);
  const identity = workerIdentity(sealing.fingerprints);
  const shared = { ...sealedWorkerOptions(sealing), connection, namespace, activities, identity };
  const workers = await Promise.all([
    Worker.create({ ...workflowWorkerOptions(), ...shared }),
    Worker.create({ ...transferWorkerOptions(), ...shared }),
  ]);
  lease.onEnd(() =>
    workers.forEach((worker) => worker.getState() === 'RUNNING' && worker.shutdown()),
  );
  try {
    const running = Promise.all(workers.map((worker) => worker.run()));
    process.stdout.write('doeflow worker ready\n');
    void told.keep();
    void endUnsealed(client, log).then(() =>
      keepReaper({ client, store, log, signal: ending.signal }),
    );
    void keepWorkflowsGoing({ client, log, signal: ending.signal });
    void keepClustersSettled({
      ...{ dependencies, log, signal: ending.signal },
      isOnPlatform: lookDependencies(dependencies).isOnPlatform,
    });
    if (process.env['DOEFLOW_LEASE'] !== undefined) {
      void keepIdleEnded({
        homeFault: () => homeFaultOf(settings.home),
        dependencies: { ...lookDependencies(dependencies), signal: ending.signal },
        ...{ log, signal: ending.signal },
      });
    }
    await running;
    await told.settled(500);
  } finally {
    ending.abort();
    await connection.close();
    await platform.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
