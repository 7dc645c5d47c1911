/**
 * What is given out of a token's budget of requests, for all programs with this store. Each scope has one small object that `putIfMatch` advances.
 * As a folder keeps a file for each change, an object is closed after some hundred changes and the next one begins with what it held; what was
 * closed before is removed. A writer that slept meanwhile finds its object gone, and begins anew.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ObjectStore } from '../objects/index.ts';

const changesOfOne = 200;
/** Others came between so often: then something is wrong with the store. */
const mostTries = 100;

const pageSchema = z.object({
  changes: z.int().min(0),
  /** Nothing is changed here any more; the next number goes on. */
  isClosed: z.boolean(),
  record: z.unknown(),
});
type Page = z.infer<typeof pageSchema>;

/** Whose requests are counted together. */
export interface PlatformAccess {
  readonly baseUrl: string;
  readonly token: string;
}

/** The records of one token's scopes, in a store that many programs use. */
export interface StoredRequestBook {
  /** As the platform client asks for it: one change that nobody comes between. */
  change<T>(
    scope: string,
    step: (found: unknown) => { readonly next?: unknown; readonly answer: T },
  ): Promise<T>;
}

/** The book of one platform and token; the token can't be had back from the names of its objects. */
export function openRequestBook(
  objects: ObjectStore,
  { baseUrl, token }: PlatformAccess,
): StoredRequestBook {
  const { host } = new URL(baseUrl);
  const hash = createHash('sha256').update(`doeflow requests ${host} ${token}`).digest('hex');
  const numbers = new Map<string, number>();
  return {
    async change(scope, step) {
      const prefix = `requests/${hash.slice(0, 16)}/${scope}/`;
      const keyOf = (number: number): string => `${prefix}${number}/book.json`;
      for (let tries = 0; tries < mostTries; tries += 1) {
        const number = numbers.get(scope) ?? (await newestNumber(objects, prefix));
        numbers.set(scope, number);
        const found = await objects.get(keyOf(number));
        if (found === undefined && number > 1) {
          numbers.delete(scope);
          continue;
        }
        const page = found === undefined ? undefined : parsePage(found.bytes);
        if (page?.isClosed) {
          const next = { changes: 0, isClosed: false, record: page.record };
          await objects.putIfAbsent(keyOf(number + 1), encode(next));
          await removeBefore(objects, prefix, number);
          numbers.delete(scope);
          continue;
        }
        const { next, answer } = step(page?.record);
        if (next === undefined) return answer;
        const changes = (page?.changes ?? 0) + 1;
        const bytes = encode({ changes, isClosed: changes >= changesOfOne, record: next });
        const isChanged =
          found === undefined
            ? await objects.putIfAbsent(keyOf(number), bytes)
            : await objects.putIfMatch(keyOf(number), bytes, found.tag);
        // A first page that came late, beside further ones, counts for nobody.
        if (isChanged && (found !== undefined || (await newestNumber(objects, prefix)) === number))
          return answer;
      }
      throw new Error(`the record of requests changed ${mostTries} times while it was read`);
    },
  };
}

async function newestNumber(objects: ObjectStore, prefix: string): Promise<number> {
  const { folders } = await objects.list(prefix);
  return Math.max(1, ...folders.filter((name) => /^[1-9]\d{0,14}$/u.test(name)).map(Number));
}

/** What was closed before the newest closed one: whoever still holds its number finds nothing there, and looks anew. */
async function removeBefore(objects: ObjectStore, prefix: string, number: number): Promise<void> {
  const { folders } = await objects.list(prefix);
  for (const name of folders) {
    if (/^[1-9]\d{0,14}$/u.test(name) && Number(name) < number) {
      await objects.removeBelow(`${prefix}${name}/`);
    }
  }
}

/** A page that can't be read counts as one without a readable record: its reader decides what that means. */
function parsePage(bytes: Buffer): Page {
  try {
    return pageSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return { changes: 0, isClosed: false, record: null };
  }
}

function encode(page: Page): Buffer {
  return Buffer.from(`${JSON.stringify(page)}\n`);
}
