/**
 * The store: contents by their SHA-256, and a folder a study. Safe under two writers and kill -9: every file is whole or absent,
 * and equal contents have equal names.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { ResultError } from '../errors.ts';
import { writeFileAtomic } from '../files/index.ts';

/** A content in the store; equal contents are one object. */
export interface StoredObject {
  readonly sha256: string;
  readonly bytes: number;
}

/** What the engine keeps of one study. */
export interface StudyFolder {
  readonly directory: string;
  /** Absolute path of a name inside the folder. */
  path(name: string): string;
  has(name: string): Promise<boolean>;
  writeJson(name: string, value: unknown): Promise<void>;
  writeBytes(name: string, content: Uint8Array): Promise<void>;
  /** Does nothing where there is none. */
  remove(name: string): Promise<void>;
  /** @throws ResultError RESULT_STORE when it isn't there, isn't JSON, or not of the schema's shape. */
  readJson<T>(name: string, schema: z.ZodType<T>): Promise<T>;
}

/** Contents by hash, and studies by id. */
export interface Store {
  readonly root: string;
  putFile(path: string): Promise<StoredObject>;
  putBytes(content: Uint8Array): Promise<StoredObject>;
  objectPath(sha256: string): string;
  readObject(sha256: string): Promise<Buffer>;
  study(studyId: string): StudyFolder;
  /** Ids of all studies, sorted. */
  listStudies(): Promise<string[]>;
}

/** Opens the store at `root`, making its folders. */
export async function openStore(root: string): Promise<Store> {
  const objects = join(root, 'objects');
  const studies = join(root, 'studies');
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(studies, { recursive: true, mode: 0o700 });
  const objectPath = (sha256: string): string => join(objects, sha256.slice(0, 2), sha256);
  return {
    root,
    objectPath,
    putFile: (path) => keepFile(path, objectPath),
    putBytes: async (content) => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      const path = objectPath(sha256);
      if (!(await exists(path))) await writeFileAtomic(path, (aside) => writeFile(aside, content));
      return { sha256, bytes: content.byteLength };
    },
    readObject: (sha256) => readFile(objectPath(sha256)),
    study: (studyId) => openStudyFolder(join(studies, studyId)),
    listStudies: async () => (await readdir(studies)).sort(),
  };
}

/** Copies a file in; the copy is hashed again, as the file may change while it is read. */
async function keepFile(
  path: string,
  objectPath: (sha256: string) => string,
): Promise<StoredObject> {
  const object = await hashFile(path);
  const target = objectPath(object.sha256);
  if (await exists(target)) return object;
  await writeFileAtomic(target, async (aside) => {
    await copyFile(path, aside);
    if ((await hashFile(aside)).sha256 === object.sha256) return;
    throw new ResultError('RESULT_STORE', `Expected ${path} to stay as it is while it is copied`, {
      hint: 'start again once nothing writes to it',
    });
  });
  return object;
}

/** SHA-256 and size of a file, read as a stream. */
export async function hashFile(path: string): Promise<StoredObject> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (source) => {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  });
  return { sha256: hash.digest('hex'), bytes };
}

function openStudyFolder(directory: string): StudyFolder {
  const path = (name: string): string => join(directory, name);
  return {
    directory,
    path,
    has: (name) => exists(path(name)),
    writeJson: (name, value) =>
      writeFileAtomic(path(name), (aside) =>
        writeFile(aside, `${JSON.stringify(value, null, 2)}\n`),
      ),
    writeBytes: (name, content) =>
      writeFileAtomic(path(name), (aside) => writeFile(aside, content)),
    remove: (name) => rm(path(name), { force: true }),
    async readJson(name, schema) {
      let value: unknown;
      try {
        value = JSON.parse(await readFile(path(name), 'utf8'));
      } catch (cause) {
        throw new ResultError(
          'RESULT_STORE',
          `Expected ${name} in the store, got none that can be read`,
          { cause },
        );
      }
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed.data;
      throw new ResultError(
        'RESULT_STORE',
        `Expected ${name} in its usual shape, got another at ${parsed.error.issues[0]?.path.join('.') ?? ''}`,
      );
    },
  };
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}
