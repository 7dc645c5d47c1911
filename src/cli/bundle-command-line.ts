import { createHash } from 'node:crypto';
import { bundleProgram, type ProgramBundle } from '../host/bundle-program.ts';

/**
 * Bundles the command line with its packages, as it stands in `src/cli` of the build: an expression in ASCII: a function of `module`, `require` and
 * `bundleUrl`, its own address; its first line is a comment with the hash of the rest.
 * @param root folder of the sources
 */
export async function bundleCommandLine(root: string): Promise<ProgramBundle> {
  const { script, licences } = await bundleProgram(root, {
    entry: 'src/cli/command-line.ts',
    format: 'cjs',
    address: 'bundleUrl',
    external: ['@aws-sdk/*', '@temporalio/worker', 'libsql'],
    isTight: true,
  });
  // As V8 compiles it: to put it together at each start would copy all of it.
  const text = `(function (module, require, bundleUrl) {${inAscii(script)}\n})`;
  const hash = createHash('sha256').update(text).digest('hex');
  return { script: `// ${hash}\n${text}`, licences };
}

/** In texts other letters are escaped already; what is left of them stands in comments and regular expressions, where an escape means the same. */
function inAscii(script: string): string {
  return script.replaceAll(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
