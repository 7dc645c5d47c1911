/** Build step: bundles the command line beside its compiled modules. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleCommandLine } from './bundle-command-line.ts';
import { bundleName } from './load-command-line.ts';

const folder = import.meta.dirname;
const { script, licences } = await bundleCommandLine(resolve(folder, '../../..'));
await writeFile(join(folder, bundleName), script);
await writeFile(join(folder, 'command-line-licences.txt'), licences);
