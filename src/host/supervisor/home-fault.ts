import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { UsageError } from '../../errors.ts';
import { describeDiskFault, partPath, systemFaultOf, type SystemFault } from '../../files/index.ts';
import { join } from 'node:path';

/** What a server's database wants for a few steps: on a disk that takes less, an order that was taken may be written by nobody. */
const probe = Buffer.alloc(256 * 1024, 1);

/** Why nothing can be written into a home folder, found by a try; undefined where it can be, or there is no such folder yet. */
export function homeFaultOf(home: string): SystemFault | undefined {
  if (!existsSync(home)) return undefined;
  const path = partPath(join(home, 'probe'));
  try {
    writeFileSync(path, probe, { mode: 0o600, flush: true });
    return undefined;
  } catch (error) {
    return systemFaultOf(describeDiskFault(error, home));
  } finally {
    removeQuietly(path);
  }
}

/** The error of a home that the system refuses. */
export function homeRefused(home: string, { message, remedy }: SystemFault): UsageError {
  return new UsageError(
    'USAGE_HOME_REFUSED',
    `The parts that doeflow starts can’t work in ${home}: ${message}`,
    {
      hint: `${remedy}. Then repeat the command: nothing that was paid for is lost. What goes on costing on a platform meanwhile: doeflow list; what ends a cluster without the parts: doeflow api POST v3/clusters/ID/shutdown, where ID stands for it`,
    },
  );
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A read-only disk has no such file.
  }
}
