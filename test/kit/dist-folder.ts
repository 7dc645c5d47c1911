import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Gives back the folder of the compiled package that tests start programs from: `DOEFLOW_TEST_DIST`, else `dist` of this repository.
 * @throws Error when nothing was built there.
 */
export function distFolder(): string {
  const given = process.env['DOEFLOW_TEST_DIST'];
  const folder = given ?? fileURLToPath(new URL('../../dist', import.meta.url));
  if (!existsSync(join(folder, 'src', 'host', 'supervisor-main.js'))) {
    throw new Error(`Expected compiled programs in ${folder}, got none; run npm run build`);
  }
  return folder;
}
