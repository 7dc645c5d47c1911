import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own, which is removed at the end that `onEnd` stands for, also where it can't be written any more. */
export function temporaryFolder(onEnd: (clean: () => void) => void): string {
  const root = mkdtempSync(join(tmpdir(), 'doeflow-test-'));
  onEnd(() => {
    if (existsSync(root)) chmodSync(root, 0o700);
    rmSync(root, { recursive: true, force: true });
  });
  return root;
}
