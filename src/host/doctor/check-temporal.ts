import { connectTemporal, type TemporalLink } from '../../temporal/connect.ts';
import { readSearchAttributes } from '../../temporal/search-attributes.ts';
import { isAtLeast, minimumServerVersion } from '../../temporal/server/server-version.ts';
import type { TemporalTarget } from '../../temporal/temporal-target.ts';
import { temporalTypeName } from '../../temporal/server/type-name.ts';
import { failedCheck, type Check } from './check.ts';
import { checkQueue } from './check-queue.ts';
import { checkWorkerKeys } from './check-worker-keys.ts';
import { checkWorkerPlatforms } from './check-worker-platforms.ts';
import { checkWorkerStores } from './check-worker-stores.ts';

/**
 * Looks at a Temporal cluster: reachable, version, search attributes and their types, a worker on each of our task queues.
 * @param options.fingerprints of this process's payload keys, to be compared with those of the workers; default: they aren't
 * @param options.store of this process, to be compared with those of the workers; default: it isn't
 * @param options.platform of this process, and what tells its account, to be compared with those of the workers; default: it isn't
 * @param options.hasWorker false where none was started for the look
 */
export async function* checkTemporal(
  target: TemporalTarget,
  {
    fingerprints,
    store,
    platform,
    hasWorker = true,
  }: {
    readonly fingerprints?: readonly string[] | undefined;
    readonly store?: {
      readonly place: string;
      readonly engineId: () => Promise<string | undefined>;
    };
    readonly platform?:
      { readonly baseUrl: string; readonly account: () => Promise<string | undefined> } | undefined;
    readonly hasWorker?: boolean;
  } = {},
): AsyncGenerator<Check> {
  let link: TemporalLink;
  try {
    link = await connectTemporal(target);
  } catch (error) {
    yield failedCheck('Temporal', error);
    return;
  }
  try {
    yield await checkVersion(link, target);
    yield await checkSearchAttributes(link);
    if (!hasWorker) {
      const detail =
        'not started for this look: it would go on with what is open on a platform that charges for it';
      yield { name: 'Worker', ok: true, detail };
      return;
    }
    const control = await checkQueue(link, 'control', store !== undefined);
    yield control.check;
    const transfer = await checkQueue(link, 'transfer', store !== undefined);
    yield transfer.check;
    const workers = [...new Set([...control.workers, ...transfer.workers])];
    if (fingerprints !== undefined && workers.length > 0) {
      yield checkWorkerKeys(workers, fingerprints);
    }
    if (store !== undefined && workers.length > 0) yield await compareStores(workers, store);
    if (platform !== undefined && workers.length > 0) {
      const { baseUrl } = platform;
      yield checkWorkerPlatforms(workers, { baseUrl, account: await platform.account() });
    }
  } finally {
    await link.close();
  }
}

async function compareStores(
  workers: readonly string[],
  {
    place,
    engineId,
  }: { readonly place: string; readonly engineId: () => Promise<string | undefined> },
): Promise<Check> {
  try {
    return checkWorkerStores(workers, { place, engineId: await engineId() });
  } catch (error) {
    return failedCheck('Stores of workers', error);
  }
}

async function checkVersion(link: TemporalLink, target: TemporalTarget): Promise<Check> {
  const name = 'Temporal';
  try {
    const { serverVersion } = await link.connection.workflowService.getSystemInfo({});
    return {
      name,
      ok: isAtLeast(serverVersion ?? '', minimumServerVersion),
      detail: `server ${serverVersion || 'of unknown version'} at ${target.address}, namespace "${target.namespace}"`,
      hint: `Update the server to ${minimumServerVersion} or newer`,
    };
  } catch (error) {
    return failedCheck(name, error);
  }
}

async function checkSearchAttributes(link: TemporalLink): Promise<Check> {
  const name = 'Search attributes';
  try {
    const states = await readSearchAttributes(link.connection, link.namespace);
    const missing = states.filter(({ actual }) => actual === undefined);
    const wrong = states.filter(({ actual, expected }) => ![undefined, expected].includes(actual));
    const create = missing
      .map((state) => `--name ${state.name} --type ${temporalTypeName(state.expected)}`)
      .map((what) => `temporal operator search-attribute create -n ${link.namespace} ${what}`);
    return {
      name,
      ok: missing.length + wrong.length === 0,
      detail:
        [
          ...missing.map((state) => `${state.name} is missing`),
          ...wrong.map((state) => `${state.name} is ${state.actual}, not ${state.expected}`),
        ].join(', ') || `all ${states.length} are registered`,
      hint:
        wrong.length > 0
          ? 'A type can’t be changed in place: use another namespace'
          : create.join(' && '),
    };
  } catch (error) {
    return failedCheck(name, error);
  }
}
