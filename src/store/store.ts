/**
 * The store: contents by their SHA-256, and what is kept of each study. Safe under several writers and kill -9: every object is whole or
 * absent, and equal contents have equal names.
 */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { ResultError, UsageError } from '../errors.ts';
import type { Environment } from '../environment.ts';
import { isSafePath } from '../files/index.ts';
import { layout } from './layout.ts';
import { wayOnWithOlder } from './older-store.ts';
import { openRequestBook, type PlatformAccess, type StoredRequestBook } from './request-book.ts';
import { contentKey, putBytes, putFile, type OpenFile, type StoredContent } from './contents.ts';
import {
  document,
  openDocumentFolder,
  openOwnObjects,
  type DocumentFolder,
  type ObjectStore,
} from '../objects/index.ts';

/** Contents by hash, and studies by id. */
export interface Store {
  /** @param open how the file is read, where it isn't simply opened */
  putFile(path: string, open?: OpenFile): Promise<StoredContent>;
  putBytes(content: Uint8Array): Promise<StoredContent>;
  /** Path of a local file with this content, to be read only. */
  localFile(sha256: string): Promise<string>;
  readContent(sha256: string): Promise<Buffer>;
  study(studyId: string): DocumentFolder;
  /** A random id of this store, made once: two engines never have the same. */
  engineId(): Promise<string>;
  /** The same where it was made already, for who only looks. */
  findEngineId(): Promise<string | undefined>;
  /** What the engine keeps beside its studies. */
  engineRecords(): DocumentFolder;
  /** Ids of all studies, sorted. */
  listStudies(): Promise<readonly string[]>;
  /** A standing order and its passes. @param name as its owner gave it */
  standingOrder(kind: StandingOrderKind, name: string): DocumentFolder;
  /** What is kept of the copies in one destination of archives. @param key its short name */
  destinationRecords(key: string): DocumentFolder;
  /** Whom a study tells, of what, and what became of it: beside its records, which stay as its end left them. */
  notifications(studyId: string): DocumentFolder;
  /** What programs with this store have taken of the budgets that the platform gives a token. */
  requestBook(access: PlatformAccess): StoredRequestBook;
  /** Removes all that is kept of a standing order. */
  dropStandingOrder(kind: StandingOrderKind, name: string): Promise<void>;
  /** Names of all standing orders of a kind, sorted. */
  listStandingOrders(kind: StandingOrderKind): Promise<readonly string[]>;
}

/** What readers of studies need of a store: an archive serves it too. */
export type StudyReader = Pick<Store, 'localFile' | 'readContent' | 'study' | 'listStudies'>;

/** What comes again by a schedule: passes of an archive, or recurring studies. */
export type StandingOrderKind = 'archives' | 'recurrences';

const studiesPrefix = 'studies/';

const engineKey = 'engine.json';

const engineMark = document(
  engineKey,
  z.object({ engineId: z.string(), format: z.number().int().optional() }),
);

/**
 * The form in which a store keeps things, written when it is made; one without a number has the first. A newer program reads all older ones; one
 * that must change what older programs rely on gives the next number.
 */
export const storeFormat = 1;

/** Records of jobs that no step takes away: gone with their study alone, whose snapshot goes first. */
const lasting =
  /^(studies\/[^/]+\/)(?:jobs\/\d+(?:-platform|-submit|-retry)?\.json|outcomes\/\d+\.ndjson)$/u;

function ownerOf(key: string): string | undefined {
  const [, study] = lasting.exec(key) ?? [];
  return study === undefined ? undefined : `${study}${layout.snapshot.name}`;
}

/** @throws UsageError USAGE_STORE_FORMAT for a store that a newer doeflow has made: what it keeps might be misread, or harmed */
async function requireKnownFormat(objects: Pick<ObjectStore, 'get'>, place: string): Promise<void> {
  const format = formatIn(await objects.get(engineKey));
  if (format <= storeFormat) return;
  throw new UsageError(
    'USAGE_STORE_FORMAT',
    `The store ${place} has format ${format}, made by a newer doeflow; this one knows formats up to ${storeFormat}`,
    {
      hint: 'Install that version on this machine, too, or name another store by DOEFLOW_STORE',
      exitCode: 5,
    },
  );
}

/** A mark that can't be read is told by whoever needs what it says. */
function formatIn(mark: { readonly bytes: Buffer } | undefined): number {
  try {
    const { format } = JSON.parse(mark?.bytes.toString('utf8') ?? '{}') as { format?: unknown };
    return typeof format === 'number' ? format : 1;
  } catch {
    return 1;
  }
}

/**
 * Opens the store at `place`: a folder, which is made where there is none, or `s3://BUCKET/PREFIX`.
 * @param env where endpoint, region and credentials of a bucket are looked for first
 * @throws UsageError USAGE_STORE_FORMAT for a store that a newer doeflow has made
 * @throws StorageError when a bucket is missing, refuses or doesn't answer
 */
export async function openStore(place: string, env: Environment = {}): Promise<Store> {
  const objects = await openOwnObjects(place, env, engineKey, {
    owner: ownerOf,
    wayOn: wayOnWithOlder,
  });
  await requireKnownFormat(objects, place);
  const findEngineId = async (): Promise<string | undefined> =>
    (await openDocumentFolder(objects, '').find(engineMark))?.engineId;
  return {
    putFile: (path, open) => putFile(objects, path, open),
    putBytes: (content) => putBytes(objects, content),
    localFile: (sha256) => objects.localFile(contentKey(sha256)),
    readContent: async (sha256) => buffer(await objects.read(contentKey(sha256))),
    study: (studyId) => openDocumentFolder(objects, `${studiesPrefix}${plainName(studyId)}/`),
    findEngineId,
    async engineId() {
      const found = await findEngineId();
      if (found !== undefined) return found;
      const folder = openDocumentFolder(objects, '');
      await folder.create(engineMark, { engineId: randomUUID(), format: storeFormat });
      return (await folder.read(engineMark)).engineId;
    },
    engineRecords: () => openDocumentFolder(objects, ''),
    listStudies: async () => (await objects.list(studiesPrefix)).folders,
    standingOrder: (kind, name) => openDocumentFolder(objects, `${kind}/${plainName(name)}/`),
    destinationRecords: (key) => openDocumentFolder(objects, `destinations/${plainName(key)}/`),
    notifications: (studyId) => openDocumentFolder(objects, `notifications/${plainName(studyId)}/`),
    requestBook: (access) => openRequestBook(objects, access),
    async dropStandingOrder(kind, name) {
      await objects.removeBelow(`${kind}/${plainName(name)}/`);
    },
    listStandingOrders: async (kind) => (await objects.list(`${kind}/`)).folders,
  };
}

/** The name of one folder, as it came. @throws ResultError RESULT_STORE, as a name from outside may lead out of its place */
function plainName(name: string): string {
  if (isSafePath(name) && !name.includes('/')) return name;
  throw new ResultError('RESULT_STORE', `${JSON.stringify(name)} cannot be in the store`, {
    hint: 'give the name of a study, an archive or a schedule as doeflow lists it',
  });
}
