import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { distFolder } from '../../kit/dist-folder.ts';

/**
 * Writes a program folder whose supervisor is the real one and whose worker, platform and runner are stand-ins; gives back its path. What
 * the supervisor promises doesn't depend on what its programs do.
 */
export function writeStandIns(folder: string): string {
  const program = fileURLToPath(new URL('./stand-ins/program.mjs', import.meta.url));
  const write = (path: string, text: string): void => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const standIn = (name: string, readyLine: string): string =>
    `process.argv.splice(2, 99, ${JSON.stringify(name)}, ${JSON.stringify(readyLine)});\nawait import(${JSON.stringify(program)});\n`;
  const supervisor = join(distFolder(), 'src', 'host', 'supervisor-main.js');
  write('package.json', '{"type": "module"}\n');
  write('src/host/supervisor-main.js', `import ${JSON.stringify(supervisor)};\n`);
  write('src/local-platform/main.js', standIn('platform', 'doeflow platform ready at a port'));
  write('src/local-platform/runner/main.js', standIn('runner', 'up'));
  write('worker/main.js', standIn('worker', 'doeflow worker ready'));
  return folder;
}
