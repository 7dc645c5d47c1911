/** Whether the crates of studies are whole, each read once for a batch of deletions: without its crate a job can't be seen in its study. */
import {
  destinationLayout,
  readCrate,
  crateManifestHash,
  describeFault,
  type ArchiveDestination,
} from '../../src/archive/index.ts';

/** What is wrong with the newest crate of a study; `none` where none was ever written. */
export type CrateFaults = (studyId: string) => Promise<readonly string[] | 'none'>;

/** Reads each crate once. A damaged one is forgotten, so that the next pass writes it anew. */
export function crateFaultsOf(destination: ArchiveDestination): CrateFaults {
  const known = new Map<string, Promise<readonly string[] | 'none'>>();
  const look = async (studyId: string): Promise<readonly string[] | 'none'> => {
    const newest = (await destination.studyRecord(studyId))?.versions.at(-1);
    if (newest === undefined) return 'none';
    const prefix = destinationLayout.crate(studyId, newest.version);
    const { faults } = await readCrate(destination.objects, prefix);
    const found = faults.map(describeFault);
    if (
      found.length === 0 &&
      (await crateManifestHash(destination.objects, prefix)) !== newest.sha256
    )
      found.push('its manifest isn’t the one that was written');
    if (found.length > 0) await destination.forgetCrate(studyId, newest.version);
    return found;
  };
  return (studyId) => {
    const faults = known.get(studyId) ?? look(studyId);
    known.set(studyId, faults);
    return faults;
  };
}
