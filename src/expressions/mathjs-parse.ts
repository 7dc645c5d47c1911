import { createRequire } from 'node:module';
import type * as mathjs from 'mathjs';

let loaded: typeof mathjs.parse | undefined;

/**
 * The tree that mathjs reads from `text`. mathjs is loaded with the first expression, as that takes longer than all else that a study
 * without one asks for.
 * @throws Error of mathjs's own for what it can't read
 */
export function mathjsParse(text: string): mathjs.MathNode {
  loaded ??= (createRequire(import.meta.url)('mathjs/number') as typeof mathjs).parse;
  return loaded(text);
}
