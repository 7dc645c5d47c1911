import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Beside this file in a build; in the build of the sources that this file belongs to. */
const places = ['./page/page.js', '../../dist/src/report/page/page.js'];

/** The page's script as the build bundled it. @throws Error where the program wasn't built */
export async function readPageScript(): Promise<string> {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const path = paths.find((one) => existsSync(one));
  if (path === undefined) {
    throw new Error(
      'Expected the script of the report’s page in the build, got none: npm run build',
    );
  }
  return readFile(path, 'utf8');
}
