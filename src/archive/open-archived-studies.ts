/** The studies of an archive, read in place by whatever reads those of a store. */
import { buffer } from 'node:stream/consumers';
import { ResultError, UsageError } from '../errors.ts';
import { openDocumentFolder, type ObjectStore } from '../objects/index.ts';
import type { StudyReader } from '../store/index.ts';
import { crateFiles } from './crate-files.ts';
import { destinationLayout } from './destination-layout.ts';
import { forEachOf } from './for-each-of.ts';
import { newestCrate } from './read-crate.ts';
import { provenObjects } from './proven-objects.ts';
import { openReadOnlyFolder } from './read-only-folder.ts';
import { idOfSafe, safePaths } from './safe-names.ts';

/** Studies that are looked for at a time. */
const width = 8;

/** Readable studies, and what their jobs left. */
export interface ArchivedStudies extends StudyReader {
  /** A file that a run of a job wrote, from the bag of that job; undefined where the archive has none. */
  readOutput(
    studyId: string,
    run: { readonly platformJob: string; readonly platformRun: number },
    path: string,
  ): Promise<Buffer | undefined>;
}

/**
 * Opens the studies below a destination: the newest version of each that was finished.
 * @throws ResultError RESULT_ARCHIVE, from every reading, for a file that isn't as its manifest says
 */
export function openArchivedStudies(destination: ObjectStore): ArchivedStudies {
  const objects = provenObjects(destination);
  const prefixes = new Map<string, Promise<string>>();
  const prefixOf = (studyId: string): Promise<string> => {
    const known = prefixes.get(studyId);
    if (known !== undefined) return known;
    const found = newestCrate(objects, studyId);
    prefixes.set(studyId, found);
    // One that isn't there is no place where a content can be.
    found.catch(() => prefixes.delete(studyId));
    return found;
  };
  /** Contents are asked for by hash alone; only studies that were read can be meant. */
  const keyOf = async (sha256: string): Promise<string> => {
    for (const prefix of [...prefixes.values()].reverse()) {
      const crate = openDocumentFolder(objects, await prefix);
      const files = [
        ...((await crate.find(crateFiles.studyFiles)) ?? []),
        ...((await crate.find(crateFiles.revisionFiles)) ?? []),
      ];
      const file = files.find((each) => each.sha256 === sha256);
      if (file !== undefined) return `${await prefix}${file.at}`;
    }
    throw new ResultError('RESULT_ARCHIVE', `The archive has no file with the hash ${sha256}`, {
      hint: 'doeflow archive verify says what else is missing',
    });
  };
  return {
    study: (studyId) => openReadOnlyFolder(objects, () => prefixOf(studyId)),
    localFile: async (sha256) => objects.localFile(await keyOf(sha256)),
    readContent: async (sha256) => buffer(await objects.read(await keyOf(sha256))),
    async listStudies() {
      const { folders } = await objects.list(destinationLayout.studies);
      const whole: string[] = [];
      await forEachOf(folders.map(idOfSafe), width, async (studyId) => {
        const isWhole = await prefixOf(studyId).then(
          () => true,
          (error: unknown) => {
            if (error instanceof UsageError) return false;
            throw error;
          },
        );
        if (isWhole) whole.push(studyId);
      });
      return whole.sort();
    },
    async readOutput(studyId, { platformJob, platformRun }, path) {
      const crate = openDocumentFolder(objects, await prefixOf(studyId));
      const bag = (await crate.find(crateFiles.jobs))?.find(({ jobId }) => jobId === platformJob);
      if (bag === undefined) return undefined;
      const file = `${destinationLayout.outputs(platformRun)}${safePaths([path]).get(path) ?? path}`;
      const key = `${bag.bag}${file}`;
      return (await objects.has(key)) ? buffer(await objects.read(key)) : undefined;
    },
  };
}
