import { openStore, type Store } from '../../src/store/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A store in a folder of its own, which is removed when the test file ends. */
export async function temporaryStore(onEnd: (clean: () => void) => void): Promise<Store> {
  return openStore(temporaryFolder(onEnd));
}
