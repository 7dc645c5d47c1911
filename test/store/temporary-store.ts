import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/index.ts';

/** A store in a folder of its own, which is removed when the test file ends. */
export async function temporaryStore(onEnd: (clean: () => void) => void): Promise<Store> {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-store-'));
  onEnd(() => rmSync(root, { recursive: true, force: true }));
  return openStore(root);
}
