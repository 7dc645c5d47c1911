import { open } from 'node:fs/promises';

/** Makes the file's content, or the names in a folder, outlive a loss of power. @param mode the file's new permissions */
export async function flush(path: string, mode?: number): Promise<void> {
  const file = await open(path, 'r');
  try {
    if (mode !== undefined) await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}
