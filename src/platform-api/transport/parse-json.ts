/** Levels of lists and objects inside each other; the platform's own answers have fewer than ten. */
const mostLevels = 100;

const quote = 0x22;
const backslash = 0x5c;

/**
 * The value of a JSON text that is nested no deeper than anybody can mean: what reads it afterwards goes down level by level, and would
 * fall off the stack.
 * @throws SyntaxError
 */
export function parseJsonText(text: string): unknown {
  if (isTooDeep(text)) {
    throw new SyntaxError(`It is nested more than ${mostLevels} levels deep`);
  }
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    // [ and {, ] and }: they differ in one bit.
    else if ((code | 0x20) === 0x7b) {
      level += 1;
      if (level > mostLevels) return true;
    } else if ((code | 0x20) === 0x7d) level -= 1;
  }
  return false;
}
