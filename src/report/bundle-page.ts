import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const options = { bundle: true, minify: true, write: false, legalComments: 'none' } as const;

/** Whose code the page's script holds: each report is a copy of it, and their licences ask for these words. */
async function licences(root: URL): Promise<string> {
  const zrender = await readFile(new URL('node_modules/zrender/LICENSE', root), 'utf8');
  return `/*!
Holds Apache ECharts, Copyright The Apache Software Foundation, Apache License 2.0 (https://www.apache.org/licenses/LICENSE-2.0); tslib, Copyright (c)
Microsoft Corporation, 0BSD; and zrender:

${zrender.trim()}
*/`;
}

/** The page's script as one text for browsers. @param root folder of the sources, with `/` at its end */
export async function bundlePage(root: URL): Promise<string> {
  const made = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL('src/report/page/main.ts', root))],
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    banner: { js: await licences(root) },
  });
  return made.outputFiles[0]?.text ?? '';
}

/** What draws SVG, as one module for Node: the plot library is no dependency of the installed program. */
export async function bundleSvg(root: URL): Promise<string> {
  const made = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL('src/report/svg/draw-svg.ts', root))],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // As in the page: checks for who writes the library have no words for a reader.
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return made.outputFiles[0]?.text ?? '';
}
