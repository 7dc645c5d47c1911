/**
 * Turns a tree into a function, checking on the way that every operator gets the kind of value it can use. Comparisons are
 * exact: 0.1 + 0.2 == 0.3 is false, as it is in any table program that judges the results again.
 */
import { assertNever } from '../errors.ts';
import { ExpressionError } from './expression-error.ts';
import type { ArithmeticOperator, ComparisonOperator, ExpressionTree } from './expression-tree.ts';
import { modulo, scalarFunctions } from './scalar-functions.ts';
import { otherFunctionNames } from './other-function-names.ts';
import { suggestion } from './suggestion.ts';
import type { ExpressionValue, ValueKind } from './value-kind.ts';

/** An expression ready to be evaluated on scopes of type S. A missing value is NaN and makes the whole NaN. */
export interface Compiled<S> {
  readonly kind: ValueKind;
  readonly evaluate: (scope: S) => ExpressionValue;
}

/** What names and further functions mean in a context. */
export interface ExpressionContext<S> {
  /** @throws ExpressionError where the name means nothing here */
  readonly name: (name: string, offset: number) => Compiled<S>;
  /** Functions beside the scalar ones; undefined = not one of them. */
  readonly call?: (call: Extract<ExpressionTree, { kind: 'call' }>) => Compiled<S> | undefined;
  /** Names of those functions, for suggestions. */
  readonly functionNames?: readonly string[];
}

/** @throws ExpressionError with the place of a wrong name, function or kind of value */
export function compileTree<S>(tree: ExpressionTree, context: ExpressionContext<S>): Compiled<S> {
  switch (tree.kind) {
    case 'constant': {
      const { value } = tree;
      const kind =
        typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
      return { kind, evaluate: () => value };
    }
    case 'name':
      return context.name(tree.name, tree.offset);
    case 'call':
      return context.call?.(tree) ?? compileCall(tree, context);
    case 'arithmetic': {
      const [left, right] = compileAll(tree.arguments, 'number', `\`${tree.operator}\``, context);
      if (!left) throw new ExpressionError('Expected a value', tree.offset);
      if (!right) return { kind: 'number', evaluate: (scope) => negate(left.evaluate(scope)) };
      const compute = arithmetic[tree.operator];
      return {
        kind: 'number',
        evaluate: (scope) =>
          compute(asNumber(left.evaluate(scope)), asNumber(right.evaluate(scope))),
      };
    }
    case 'comparison':
      return compileComparison(tree, context);
    case 'logic': {
      const parts = compileAll(tree.arguments, 'boolean', `\`${tree.operator}\``, context);
      const judge = logic[tree.operator];
      return {
        kind: 'boolean',
        evaluate: (scope) => {
          const values = parts.map((part) => part.evaluate(scope));
          return values.every((value) => typeof value === 'boolean') ? judge(values) : NaN;
        },
      };
    }
    case 'condition': {
      const [test] = compileAll([tree.arguments[0]], 'boolean', '`?`', context);
      const yes = compileTree(tree.arguments[1], context);
      const no = compileTree(tree.arguments[2], context);
      if (!test) throw new ExpressionError('Expected a condition', tree.offset);
      if (yes.kind !== no.kind && yes.kind !== 'any' && no.kind !== 'any') {
        throw new ExpressionError(
          `Expected both sides of \`:\` to be of one kind, got ${yes.kind} and ${no.kind}`,
          tree.arguments[1].offset,
        );
      }
      return {
        kind: yes.kind === 'any' ? no.kind : yes.kind,
        evaluate: (scope) => {
          const chosen = test.evaluate(scope);
          return chosen === true
            ? yes.evaluate(scope)
            : chosen === false
              ? no.evaluate(scope)
              : NaN;
        },
      };
    }
    default:
      return assertNever(tree);
  }
}

function compileAll<S>(
  trees: readonly ExpressionTree[],
  kind: ValueKind,
  user: string,
  context: ExpressionContext<S>,
): readonly Compiled<S>[] {
  return trees.map((tree) => {
    const compiled = compileTree(tree, context);
    if (compiled.kind !== kind && compiled.kind !== 'any') {
      throw new ExpressionError(
        `Expected a ${kind} for ${user}, got a ${compiled.kind}`,
        tree.offset,
        kind === 'boolean'
          ? 'compare it, such as `x > 0`'
          : 'text can only be compared by `==` and `!=`',
      );
    }
    return compiled;
  });
}

function compileCall<S>(
  tree: Extract<ExpressionTree, { kind: 'call' }>,
  context: ExpressionContext<S>,
): Compiled<S> {
  const found = scalarFunctions.get(tree.name);
  if (!found) {
    const known = [...scalarFunctions.keys(), ...(context.functionNames ?? [])];
    throw new ExpressionError(
      `Expected a known function, got \`${tree.name}\``,
      tree.offset,
      suggestion(tree.name, known, otherFunctionNames) ??
        `known: ${[...new Set(known)].join(', ')}`,
    );
  }
  const count = tree.arguments.length;
  if (count < found.least || count > found.most) {
    const wanted =
      found.least === found.most ? `${found.least}` : `${found.least} to ${found.most}`;
    throw new ExpressionError(
      `Expected ${wanted} argument(s) of \`${tree.name}\`, got ${count}`,
      tree.offset,
    );
  }
  const parts = compileAll(tree.arguments, 'number', `\`${tree.name}\``, context);
  return {
    kind: 'number',
    evaluate: (scope) => found.compute(...parts.map((part) => asNumber(part.evaluate(scope)))),
  };
}

function compileComparison<S>(
  tree: Extract<ExpressionTree, { kind: 'comparison' }>,
  context: ExpressionContext<S>,
): Compiled<S> {
  const [left, right] = tree.arguments.map((one) => compileTree(one, context));
  if (!left || !right) throw new ExpressionError('Expected two values', tree.offset);
  const isEquality = tree.operator === '==' || tree.operator === '!=';
  for (const [side, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const kinds = new Set([side.kind, other.kind]);
    kinds.delete('any');
    if (kinds.size > 1 || (!isEquality && (side.kind === 'text' || side.kind === 'boolean'))) {
      throw new ExpressionError(
        `Expected ${isEquality ? 'two values of one kind' : 'two numbers'} for \`${tree.operator}\`, got ${left.kind} and ${right.kind}`,
        tree.offset,
        isEquality ? undefined : 'text can only be compared by `==` and `!=`',
      );
    }
  }
  const compare = comparisons[tree.operator];
  return {
    kind: 'boolean',
    evaluate: (scope) => {
      const [x, y] = [left.evaluate(scope), right.evaluate(scope)];
      if (typeof x !== typeof y || Number.isNaN(x) || Number.isNaN(y)) return NaN;
      return isEquality || typeof x === 'number' ? compare(x, y) : NaN;
    },
  };
}

const arithmetic: Readonly<Record<ArithmeticOperator, (x: number, y: number) => number>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '^': (x, y) => x ** y,
  mod: modulo,
  negate: (x) => -x,
};

const comparisons: Readonly<
  Record<ComparisonOperator, (x: ExpressionValue, y: ExpressionValue) => boolean>
> = {
  '==': (x, y) => x === y,
  '!=': (x, y) => x !== y,
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

const logic = {
  and: (values: readonly boolean[]) => values.every(Boolean),
  or: (values: readonly boolean[]) => values.some(Boolean),
  xor: (values: readonly boolean[]) => values[0] !== values[1],
  not: (values: readonly boolean[]) => values[0] === false,
};

function asNumber(value: ExpressionValue): number {
  return typeof value === 'number' ? value : NaN;
}

function negate(value: ExpressionValue): number {
  return -asNumber(value);
}
