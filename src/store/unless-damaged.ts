import { ResultError } from '../errors.ts';

/** What is read, or undefined where it isn't of its shape: for who looks at many studies, of which one that is damaged must not hide the others. */
export async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ResultError && error.code === 'RESULT_STORE') return undefined;
    throw error;
  }
}
