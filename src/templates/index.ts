/**
 * Templates of input files as the platform fills them: FreeMarker's `${name}` and `${name?string("0.00")}`. Knows texts and values, not
 * where they come from.
 */
export { parseInterpolation } from './parse-interpolation.ts';
export { parseTemplate, type Template } from './parse-template.ts';
export { renderTemplate } from './render-template.ts';
export type { Placeholder } from './template-part.ts';
