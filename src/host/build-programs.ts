/** Build step: makes one file of each program that the supervisor starts, and of the supervisor, in the place of its compiled entry. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleProgram } from './bundle-program.ts';

/** What no bundle holds: native code, and a client that few studies need. */
const outside = ['@aws-sdk/*', 'libsql'];

const programs = [
  // Temporal's packages know each other by their modules: what the worker's native part brings must be what activities meet.
  { entry: 'worker/main.ts', external: [...outside, '@temporalio/*'] },
  { entry: 'src/local-platform/main.ts', external: outside },
  { entry: 'src/host/supervisor-main.ts', external: [...outside, '@temporalio/worker'] },
] as const;

/** Packages of the older kind ask for Node's modules by `require`. */
const head = `import { createRequire as requireOfBundle } from 'node:module';
const require = requireOfBundle(import.meta.url);`;

const dist = resolve(import.meta.dirname, '../..');
for (const { entry, external } of programs) {
  const { script, licences } = await bundleProgram(resolve(dist, '..'), {
    ...{ entry, external, head },
    ...{ format: 'esm', address: 'import.meta.url' },
  });
  const place = join(dist, entry.replace(/\.ts$/u, ''));
  await writeFile(`${place}.js`, script);
  await writeFile(`${place}-licences.txt`, licences);
}
