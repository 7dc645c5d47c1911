import { z } from 'zod';
import { identifier, informative } from './primitives.ts';

/** What a file is to the platform; other numbers pass as they are. */
export const fileTypes = {
  input: 1,
  template: 2,
  parameter: 3,
  script: 4,
  output: 5,
  designVariable: 7,
  case: 8,
  optimizer: 9,
  temporary: 10,
} as const;

/**
 * A file record. `encodedEncryptionKey` is a secret of the platform and is deliberately absent: parsing drops it, so that it
 * reaches no log, history or archive. `name`, `path` and `relativePath` are text of others: never join them to a folder unchecked.
 */
export const fileSchema = z.object({
  id: identifier,
  name: z.string(),
  owner: informative(z.string()),
  dateUploaded: informative(z.string()),
  /** Bytes. */
  decryptedSize: z.number().int().nonnegative().nullish(),
  downloadUrl: z.string().nullish(),
  /** MD5 of the contents, hexadecimal. */
  md5: z.string().nullish(),
  path: z.string().nullish(),
  relativePath: z.string().nullish(),
  sharedWith: informative(z.array(z.string())),
  typeId: informative(z.number().int()),
  isUploaded: informative(z.boolean()),
  isDeleted: informative(z.boolean()),
  viewInBrowser: informative(z.boolean()),
  pathParts: informative(
    z.object({ path: informative(z.string()), container: informative(z.string()) }),
  ),
  storage: informative(
    z.object({
      storageType: informative(z.string()),
      id: informative(z.string()),
      encryptionType: informative(z.string()),
      connectionSettings: informative(z.object({ region: informative(z.string()) })),
    }),
  ),
});

export type PlatformFile = z.output<typeof fileSchema>;

/** A file as a job refers to it. `decompress: false` keeps an archive packed. */
export const fileReferenceSchema = z.object({
  id: identifier,
  decompress: z.boolean().optional(),
});
