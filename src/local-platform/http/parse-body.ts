import { Problem } from './problem.ts';

/** Deeper JSON than this is nobody's request, and could exhaust the stack where it is walked. */
const deepest = 100;

/**
 * The value of a request body: JSON whatever its declared type, since clients declare all sorts; `name=value` forms as an object;
 * undefined for an empty body.
 *
 * @throws Problem 400 when it is neither.
 */
export function parseBody(bytes: Buffer, contentType: string): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(400, { detail: 'JSON parse error - the body is not valid UTF-8.' });
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (text.trim() === '') return undefined;
  if (nesting(text) > deepest) {
    throw new Problem(400, { detail: `JSON parse error - nested deeper than ${deepest}.` });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(400, { detail: `JSON parse error - ${reason}` });
  }
}

/** Depth of brackets outside of strings. */
function nesting(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text.charCodeAt(i);
    if (quoted) {
      if (character === 0x5c) i += 1;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) most = Math.max(most, ++depth);
    else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return most;
}
