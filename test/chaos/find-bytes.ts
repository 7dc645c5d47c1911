import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths under a folder of the files that hold a secret, as it is or in base64. */
export function filesHolding(folder: string, secret: string): readonly string[] {
  const forms = [secret, Buffer.from(secret).toString('base64').replace(/=+$/u, '')];
  return readdirSync(folder, { encoding: 'utf8', recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    });
}
