import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** What isn't bundled: native code, and clients that few commands need. */
const external = ['@aws-sdk/*', '@temporalio/worker', 'libsql'];

/** The command line as one file. */
export interface CommandLineBundle {
  /** A script in ASCII that takes `module`, `require` and `bundleUrl`, its own address; its first line is a comment with the hash of the rest. */
  readonly script: string;
  /** The licences of the packages that it holds. */
  readonly licences: string;
}

/**
 * Bundles the command line with its packages, as it stands in `src/cli` of the build.
 * @param root folder of the sources
 */
export async function bundleCommandLine(root: string): Promise<CommandLineBundle> {
  const folder = join(root, 'src', 'cli');
  const { outputFiles, metafile } = await build({
    entryPoints: [join(folder, 'command-line.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    // As in the report's page: the plot library's checks have no words for a reader.
    define: { 'process.env.NODE_ENV': '"production"' },
    external,
    plugins: [addressesKept(folder)],
  });
  const text = inAscii(outputFiles[0]?.text ?? '');
  const hash = createHash('sha256').update(text).digest('hex');
  return { script: `// ${hash}\n${text}`, licences: await licencesOf(root, metafile) };
}

/** In texts other letters are escaped already; what is left of them stands in comments and regular expressions, where an escape means the same. */
function inAscii(script: string): string {
  return script.replaceAll(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A module that looks beside itself for other files finds them from where the build put it. */
function addressesKept(folder: string): Plugin {
  return {
    name: 'addresses-kept',
    setup: ({ onLoad }) => {
      // Go has no flag `u`.
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = JSON.stringify(relative(folder, path).replace(/\.ts$/u, '.js'));
        const address = `new URL(${place}, bundleUrl).href`;
        return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
      });
    },
  };
}

async function licencesOf(root: string, { inputs }: Metafile): Promise<string> {
  const names = Object.keys(inputs).flatMap((path) => {
    const [, name] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(path) ?? [];
    return name === undefined ? [] : [name];
  });
  const texts = await Promise.all([...new Set(names)].sort().map((name) => licenceOf(root, name)));
  return texts.join(`\n${'-'.repeat(80)}\n`);
}

async function licenceOf(root: string, name: string): Promise<string> {
  const folder = join(root, name);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  const licence = (await readdir(folder)).find((file) => /^licen[cs]e/iu.test(file));
  const text = licence === undefined ? '' : await readFile(join(folder, licence), 'utf8');
  return `${manifest.name} ${manifest.version}, ${manifest.license}\n\n${text.trim()}\n`;
}
