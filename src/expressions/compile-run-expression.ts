import { compileTree, type ExpressionContext } from './compile-tree.ts';
import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parse-expression.ts';
import { suggestion } from './suggestion.ts';
import {
  kindOfName,
  type ExpressionNames,
  type ExpressionValue,
  type ValueKind,
} from './value-kind.ts';

/** The values of one run by name. */
export type RunScope = Readonly<Record<string, ExpressionValue | null | undefined>>;

/** An expression over the values of one run. */
export interface RunExpression {
  /** The names it reads, each once, in reading order. */
  readonly names: readonly string[];
  /** `any` where the names came without kinds. */
  readonly kind: ValueKind;
  /** @returns NaN where a value it needs is missing, of the wrong kind, or the result isn't a finite number */
  readonly evaluate: (scope: RunScope) => number | boolean;
}

/**
 * @param names the variables that may be used, best with their kinds
 * @throws ExpressionError with the place in the text
 */
export function compileRunExpression(text: string, names: ExpressionNames): RunExpression {
  const used = new Set<string>();
  const context: ExpressionContext<RunScope> = {
    name: (name, offset) => {
      const kind = kindOfName(names, name);
      if (kind === undefined) throw unknownName(name, names, offset);
      used.add(name);
      return { kind, evaluate: (scope) => scope[name] ?? NaN };
    },
  };
  const tree = parseExpression(text);
  const { kind, evaluate } = compileTree(tree, context);
  if (kind === 'text') {
    throw new ExpressionError('Expected a number or a condition, got a text', tree.offset);
  }
  return {
    names: [...used],
    kind,
    evaluate: (scope) => {
      const value = evaluate(scope);
      if (typeof value === 'boolean') return value;
      if (typeof value !== 'number' || !Number.isFinite(value)) return NaN;
      return value === 0 ? 0 : value;
    },
  };
}

/** The error for a name that isn't among `names`. */
export function unknownName(name: string, names: ExpressionNames, offset: number): ExpressionError {
  const known = [...names.keys()];
  return new ExpressionError(
    `Expected the name of a variable, got \`${name}\``,
    offset,
    suggestion(name, known) ??
      (known.length === 0 ? 'no variable can be used here' : `known here: ${known.join(', ')}`),
    name,
  );
}
