import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const options = { bundle: true, minify: true, write: false, legalComments: 'none' } as const;

/** The page's script as one text for browsers. @param root folder of the sources, with `/` at its end */
export async function bundlePage(root: URL): Promise<string> {
  const made = await build({
    ...options,
    entryPoints: [fileURLToPath(new URL('src/report/page/main.ts', root))],
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
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
  });
  return made.outputFiles[0]?.text ?? '';
}
