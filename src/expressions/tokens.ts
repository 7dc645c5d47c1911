/**
 * A first look at an expression's text, before the parser sees it: where each name stands (the parser's tree has no
 * positions), and an exact place for everything that the language doesn't have.
 */
import { ExpressionError } from './expression-error.ts';

/** A name in the text, in reading order. Operator words such as `and` aren't names. */
export interface NameToken {
  readonly name: string;
  readonly offset: number;
}

/** Longest text that is read, in characters. */
export const maxExpressionLength = 2000;
/** Deepest nesting of brackets that is read. */
export const maxExpressionDepth = 50;

const operatorWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'xor', 'mod']);
const constantWords: ReadonlySet<string> = new Set(['true', 'false', 'pi']);
const refusedWords: ReadonlySet<string> = new Set('in to null undefined NaN Infinity'.split(' '));

/** Words of the language in lower case; no variable may have such a name. */
export const expressionWords: ReadonlySet<string> = new Set(
  [...operatorWords, ...constantWords, ...refusedWords].map((word) => word.toLowerCase()),
);

const tokenPattern =
  /(?<blank>[ \t\r]+)|(?<text>"[^"\n]*"|'[^'\n]*')|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<operator>==|!=|<=|>=|[-+*/^<>(),?:])/uy;

const refusals: readonly (readonly [string, string, string])[] = [
  ['=>', 'the operator `=>`', 'write `>=`'],
  ['=<', 'the operator `=<`', 'write `<=`'],
  ['**', 'the operator `**`', 'write `^` for a power'],
  ['&&', 'the operator `&&`', 'write `and`'],
  ['||', 'the operator `||`', 'write `or`'],
  ['??', 'the operator `??`', 'write a condition such as `a > 0 ? a : b`'],
  ['!==', 'the operator `!==`', 'write `!=`'],
  ['===', 'the operator `===`', 'write `==`'],
  ['&', 'the operator `&`', 'write `and`'],
  ['|', 'the operator `|`', 'write `or`'],
  ['!', 'the operator `!`', 'write `not`, or a product for a factorial'],
  ['=', 'an assignment', 'write `==` to compare'],
  ['[', 'an array or index', 'name single values'],
  ['{', 'an object', 'name single values'],
  [';', 'a second statement', 'write one expression'],
  ['\n', 'a second line', 'write one expression on one line'],
  ['#', 'a comment', 'put it outside the quotes of the YAML text'],
  ['%', 'the operator `%`', 'write `mod(a, b)`, or 0.1 for ten percent'],
  ['.', 'a property', 'name single variables'],
  ['"', 'an open quote', 'close it on the same line'],
  ["'", 'an open quote', 'close it on the same line'],
];

/** @returns the names of the text with their places. @throws ExpressionError for what the language doesn't have */
export function scanNames(text: string): readonly NameToken[] {
  if (text.length > maxExpressionLength) {
    throw new ExpressionError(
      `Expected an expression of at most ${maxExpressionLength} characters, got ${text.length}`,
      maxExpressionLength,
      'split it with a derived variable',
    );
  }
  const names: NameToken[] = [];
  let depth = 0;
  let questions = 0;
  let previous: 'value' | 'operator' = 'operator';
  for (let offset = 0; offset < text.length;) {
    for (const operator of ['=>', '=<', '**', '&&', '||', '??', '===', '!==']) {
      if (text.startsWith(operator, offset)) throw refusal(text, offset);
    }
    tokenPattern.lastIndex = offset;
    const groups = tokenPattern.exec(text)?.groups;
    if (!groups) throw refusal(text, offset);
    const { blank, name, operator } = groups;
    const token = text.slice(offset, tokenPattern.lastIndex);
    const isWord = name !== undefined && operatorWords.has(name);
    if (name !== undefined && refusedWords.has(name)) {
      throw new ExpressionError(
        `Expected a variable or number, got \`${name}\``,
        offset,
        'the only constants are `pi`, `true` and `false`',
      );
    }
    const startsValue = blank === undefined && operator === undefined && !isWord;
    if (startsValue || (token === '(' && previous === 'value' && !isCall(text, offset))) {
      if (previous === 'value') {
        throw new ExpressionError(
          `Expected an operator before ${JSON.stringify(token)}`,
          offset,
          'write `*` for a product',
        );
      }
    }
    if (name !== undefined && !isWord && !constantWords.has(name)) names.push({ name, offset });
    if (operator === '(') depth += 1;
    if (operator === ')') depth -= 1;
    if (operator === '?') questions += 1;
    if (operator === ':' && (questions -= 1) < 0) {
      throw new ExpressionError(
        'Expected one value, got a range `:`',
        offset,
        'name single values',
      );
    }
    if (depth > maxExpressionDepth) {
      throw new ExpressionError(
        `Expected at most ${maxExpressionDepth} brackets inside each other`,
        offset,
        'split it with a derived variable',
      );
    }
    if (blank === undefined) previous = startsValue || token === ')' ? 'value' : 'operator';
    offset = tokenPattern.lastIndex;
  }
  return names;
}

/** Whether the bracket at `offset` follows a name directly, as in `mean(x)`. */
function isCall(text: string, offset: number): boolean {
  return /[A-Za-z_][A-Za-z0-9_]*[ \t]*$/u.test(text.slice(0, offset));
}

function refusal(text: string, offset: number): ExpressionError {
  const called = /^\.([A-Za-z_]\w*)\s*\(/u.exec(text.slice(offset))?.[1];
  const owner = /[A-Za-z_]\w*$/u.exec(text.slice(0, offset))?.[0];
  if (called !== undefined && owner !== undefined) {
    return new ExpressionError(
      `Expected a function by its plain name, got \`${owner}.${called}\``,
      offset - owner.length,
      `write \`${called}(…)\``,
    );
  }
  const found = refusals.find(([sign]) => text.startsWith(sign, offset));
  if (found) return new ExpressionError(`Expected one value, got ${found[1]}`, offset, found[2]);
  return new ExpressionError(
    `Expected numbers, names and operators, got ${JSON.stringify([...text.slice(offset)][0])}`,
    offset,
    'names are made of letters, digits and `_`',
  );
}
