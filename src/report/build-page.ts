/** Build step: bundles the page's script, and what draws SVG, with the plot library. */
import { mkdir, writeFile } from 'node:fs/promises';
import { bundlePage, bundleSvg } from './bundle-page.ts';

const root = new URL('../../../', import.meta.url);
await mkdir(new URL('page/', import.meta.url), { recursive: true });
await writeFile(new URL('page/page.js', import.meta.url), await bundlePage(root));
await writeFile(new URL('svg/draw-svg.js', import.meta.url), await bundleSvg(root));
