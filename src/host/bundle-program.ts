import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { compiledMessages } from '../temporal/messages/messages-plugin.ts';

/** How a program becomes one file. */
export interface BundleOptions {
  /** The program's source, below the root. */
  readonly entry: string;
  readonly format: 'cjs' | 'esm';
  /** An expression of the bundle's own address, as its modules would write `import.meta.url` in the entry's place. */
  readonly address: string;
  /** Packages that stay outside: native code, and what few need. */
  readonly external: readonly string[];
  /** Without what only makes it readable; for programs that are read at each start. */
  readonly isTight?: boolean;
  /** What the bundle begins with. */
  readonly head?: string;
}

/** A program as one file: to read and link hundreds of modules takes longer than to run most of them. */
export interface ProgramBundle {
  readonly script: string;
  /** The licences of the packages that it holds. */
  readonly licences: string;
}

/**
 * Bundles a program with its packages. Its modules find files beside themselves from where the build put them.
 * @param root folder of the sources
 */
export async function bundleProgram(root: string, options: BundleOptions): Promise<ProgramBundle> {
  const { entry, format, external, address, isTight = false, head = '' } = options;
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    minifyWhitespace: isTight,
    minifySyntax: isTight,
    // So that the line of an error can be printed.
    ...(isTight ? { lineLimit: 500 } : {}),
    format,
    platform: 'node',
    target: 'node20',
    banner: { js: head },
    // As in the report's page: the plot library's checks have no words for a reader.
    define: { 'process.env.NODE_ENV': '"production"' },
    external: [...external],
    // A script whose compiled code was kept can't import anything later: it requires it.
    ...(format === 'cjs' ? { supported: { 'dynamic-import': false } } : {}),
    plugins: [addressesKept(join(root, dirname(entry)), address), compiledMessages(root)],
  });
  return { script: outputFiles[0]?.text ?? '', licences: await licencesOf(root, metafile) };
}

/** A module that looks beside itself for other files finds them from where the build put it. */
function addressesKept(folder: string, ofBundle: string): Plugin {
  return {
    name: 'addresses-kept',
    setup: ({ onLoad }) => {
      // Go has no flag `u`.
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = JSON.stringify(relative(folder, path).replace(/\.ts$/u, '.js'));
        const address = `new URL(${place}, ${ofBundle}).href`;
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
