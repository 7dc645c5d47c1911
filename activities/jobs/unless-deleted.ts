import { NotFoundError } from '../../src/platform-api/index.ts';

/** Undefined for a job that someone deleted: it has no files and no runs; that is an outcome, not a failure of ours. */
export async function unlessDeleted<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
