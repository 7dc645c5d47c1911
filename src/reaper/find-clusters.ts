/** The clusters on the platform that carry our mark and haven't ended. */
import { systemFaultOf } from '../files/index.ts';
import {
  type Cluster,
  isAboutOneCall,
  isNotServed,
  normaliseStatus,
  NotFoundError,
} from '../platform-api/index.ts';
import {
  clusterName,
  findMadeCluster,
  keepClusterEnded,
  listMadeClusters,
  searchTag,
} from '../store/index.ts';
import type { LookDependencies, StudyHardware } from './dependencies.ts';
import type { PartialLook } from './partial-look.ts';
import { perHourOf } from './price-of.ts';
import { readProgress, untilOf } from './read-progress.ts';
import type { Surroundings } from './surroundings.ts';
import { endedClusterWords, unknownStatus, type Thing } from './thing.ts';

/** Those of our records, and those that are named as a study names its own. */
export async function findClusters(
  dependencies: LookDependencies,
  around: Surroundings,
  look: PartialLook,
): Promise<readonly Thing[]> {
  const { store } = dependencies;
  const recorded = await listMadeClusters(store);
  const things: Thing[] = [];
  const listed = await look.see('the list of clusters', () => listClusters(dependencies), []);
  const see = (id: string, known: Known): Promise<Thing | undefined> => {
    const hardware = listed.find((one) => one.id === id)?.hardware;
    return look.see(
      `cluster ${id}`,
      () => readCluster(dependencies, around, known, hardware),
      undefined,
    );
  };
  for (const id of recorded) {
    const made = await findMadeCluster(store, id);
    if (made === undefined) continue;
    const { studyId, name } = made;
    const known = { id, studyId, isProven: true, clusterName: name };
    const thing = await see(id, { ...known, name: clusterName(studyId, name) });
    if (thing !== undefined) things.push(thing);
  }
  for (const { id, name } of listed) {
    if (name == null || !/. s[0-9a-f]{12}$/u.test(name)) continue;
    if (recorded.includes(id) || (await findMadeCluster(store, id)) !== undefined) continue;
    const thing = await see(id, await ownerOf(dependencies, around, id, name));
    if (thing !== undefined) things.push(thing);
  }
  return things;
}

type Known = Pick<Thing, 'id' | 'name' | 'studyId' | 'isProven' | 'clusterName'>;

/** Undefined for one that costs nothing: it has ended, or was never started. */
async function readCluster(
  dependencies: LookDependencies,
  { prices }: Surroundings,
  known: Known,
  own: Cluster['hardware'],
): Promise<Thing | undefined> {
  const { platform, store, signal, now } = dependencies;
  const { id, studyId } = known;
  // What belongs to another platform isn't asked for here: there it may be another one's.
  if (studyId !== undefined && !(await isHere(dependencies, studyId))) return undefined;
  const hardware = studyId === undefined ? undefined : await dependencies.hardwareOf(studyId);
  try {
    const { status, startedAt } = await readProgress(platform.clusters.statuses(id, { signal }));
    const word = normaliseStatus(status ?? 'Not Started');
    if (endedClusterWords.includes(word)) {
      if (known.isProven) await keepEnded(store, id, now());
      return undefined;
    }
    if (word === 'Not Started') return undefined;
    const cost = costOf(own, hardware, await prices(), startedAt);
    return { kind: 'cluster', ...known, status: word, ...cost };
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    if (!isAboutOneCall(error)) throw error;
    // One that the platform won't tell of may cost as any other.
    const cost = costOf(own, hardware, await prices(), undefined);
    return { kind: 'cluster', ...known, status: unknownStatus, ...cost };
  }
}

/** What a full disk doesn't take is found again at the next look. */
async function keepEnded(store: LookDependencies['store'], id: string, at: Date): Promise<void> {
  try {
    await keepClusterEnded(store, id, at);
  } catch (error) {
    if (systemFaultOf(error) === undefined) throw error;
  }
}

async function isHere({ store, isOnPlatform }: LookDependencies, studyId: string) {
  const isKnown = (await store.listStudies()).includes(studyId);
  return !isKnown || isOnPlatform(studyId);
}

/** By what the platform says that it is made of; where it doesn't, by what the study makes. */
function costOf(
  own: Cluster['hardware'],
  hardware: StudyHardware | undefined,
  prices: Awaited<ReturnType<Surroundings['prices']>>,
  startedAt: string | undefined,
): Pick<Thing, 'perHour' | 'until'> {
  const { cluster } = hardware ?? {};
  const made =
    cluster === undefined
      ? undefined
      : {
          ...{ ...hardware, slots: cluster.slots },
          walltime: cluster.walltimeHours ?? hardware?.walltime,
        };
  const perHour = perHourOf(
    {
      coreType: own?.coreType ?? made?.coreType,
      coresPerSlot: own?.coresPerSlot ?? made?.coresPerSlot,
      slots: own?.slots ?? made?.slots,
    },
    prices,
  );
  const until = untilOf(startedAt, own?.walltime ?? made?.walltime);
  return {
    ...(perHour === undefined ? {} : { perHour }),
    ...(until === undefined ? {} : { until }),
  };
}

/** All clusters that the platform lists; none where it lists none. */
async function listClusters({ platform, signal }: LookDependencies): Promise<readonly Cluster[]> {
  const clusters = await platform.clusters.list({ signal });
  const listed: Cluster[] = [];
  if (isNotServed(clusters)) return listed;
  for await (const cluster of clusters) listed.push(cluster);
  return listed;
}

/** Whose it is: the study has that mark, and makes a cluster of exactly that name. */
async function ownerOf(
  { hardwareOf }: LookDependencies,
  { studyOfTag }: Surroundings,
  id: string,
  name: string,
): Promise<Known> {
  const studyId = studyOfTag(name.slice(-searchTag('').length));
  if (studyId === undefined) return { id, name, isProven: false };
  const wanted = (await hardwareOf(studyId))?.cluster?.name;
  const isProven = wanted !== undefined && name === clusterName(studyId, wanted);
  return { id, name, studyId, isProven, ...(isProven ? { clusterName: wanted } : {}) };
}
