/**
 * The text of an expression becomes a small tree of its own. mathjs reads the text; every node it gives must be on the
 * list here, everything else is refused. Nothing of mathjs is ever evaluated: ranges and matrices would end the process.
 */
import type * as mathjs from 'mathjs';
import { ExpressionError } from './expression-error.ts';
import type {
  ArithmeticOperator,
  ComparisonOperator,
  ExpressionTree,
  LogicOperator,
} from './expression-tree.ts';
import { mathjsParse } from './mathjs-parse.ts';
import { maxExpressionDepth, scanNames, type NameToken } from './tokens.ts';

const arithmetic: Readonly<Record<string, ArithmeticOperator>> = {
  add: '+',
  subtract: '-',
  multiply: '*',
  divide: '/',
  pow: '^',
  mod: 'mod',
  unaryMinus: 'negate',
};
const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  equal: '==',
  unequal: '!=',
  smaller: '<',
  smallerEq: '<=',
  larger: '>',
  largerEq: '>=',
};
const logic: Readonly<Record<string, LogicOperator>> = {
  and: 'and',
  or: 'or',
  xor: 'xor',
  not: 'not',
};

/** @returns the tree of `text`. @throws ExpressionError with the place of what can't be used */
export function parseExpression(text: string): ExpressionTree {
  const names = scanNames(text);
  if (text.trim() === '') {
    throw new ExpressionError('The expression is empty', 0, 'such as `stress <= 40000`');
  }
  return new TreeReader(names).read(parseText(text), 0);
}

function parseText(text: string): mathjs.MathNode {
  try {
    return mathjsParse(text);
  } catch (error) {
    const char = error instanceof SyntaxError && 'char' in error ? Number(error.char) - 1 : 0;
    if (error instanceof RangeError) {
      throw new ExpressionError('Expected a simpler expression', 0, 'use fewer nested operators');
    }
    const offset = Math.min(Math.max(char, 0), text.length);
    const rest = text.slice(offset).trim();
    throw new ExpressionError(
      rest === ''
        ? 'The expression ends where a value should follow'
        : `Expected a value or an operator, got ${JSON.stringify(rest.slice(0, 20))}`,
      offset,
      'check the brackets and operators',
    );
  }
}

/** Walks mathjs's tree in reading order, so that the names met are those of the scan, one after the other. */
class TreeReader {
  readonly #names: readonly NameToken[];
  #next = 0;
  #offset = 0;

  constructor(names: readonly NameToken[]) {
    this.#names = names;
  }

  read(node: mathjs.MathNode, depth: number): ExpressionTree {
    if (depth > maxExpressionDepth) {
      throw new ExpressionError(
        `Expected at most ${maxExpressionDepth} operators inside each other`,
        this.#offset,
        'split it with a derived variable',
      );
    }
    const readAll = (nodes: readonly mathjs.MathNode[]) =>
      nodes.map((one) => this.read(one, depth + 1));
    switch (node.type) {
      case 'ParenthesisNode':
        return this.read((node as mathjs.ParenthesisNode).content, depth + 1);
      case 'ConstantNode':
        return this.#constant((node as mathjs.ConstantNode).value);
      case 'SymbolNode': {
        const { name } = node as mathjs.SymbolNode;
        if (name === 'pi') return { kind: 'constant', value: Math.PI, offset: this.#offset };
        return { kind: 'name', name, offset: this.#place(name) };
      }
      case 'FunctionNode': {
        const name = (node as mathjs.FunctionNode).fn.name;
        const offset = this.#place(name);
        const found = readAll((node as mathjs.FunctionNode).args);
        return { kind: 'call', name, arguments: found, offset };
      }
      case 'ConditionalNode': {
        const { condition, trueExpr, falseExpr } = node as mathjs.ConditionalNode;
        const offset = this.#offset;
        const test = this.read(condition, depth + 1);
        const yes = this.read(trueExpr, depth + 1);
        return {
          kind: 'condition',
          arguments: [test, yes, this.read(falseExpr, depth + 1)],
          offset,
        };
      }
      case 'RelationalNode': {
        const { conditionals, params } = node as mathjs.RelationalNode;
        return this.#chain(conditionals, readAll(params));
      }
      case 'OperatorNode':
        return this.#operator(node as mathjs.OperatorNode, readAll);
      default:
        throw new ExpressionError(
          `Expected numbers, names, operators and calls, got ${node.type.replace(/Node$/u, '')}`,
          this.#offset,
        );
    }
  }

  #operator(
    node: mathjs.OperatorNode,
    readAll: (nodes: readonly mathjs.MathNode[]) => readonly ExpressionTree[],
  ): ExpressionTree {
    const offset = this.#offset;
    const name: string = node.fn;
    if (node.implicit) {
      throw new ExpressionError('Expected an operator between two values', offset, 'write `*`');
    }
    if (name === 'unaryPlus') return readAll(node.args)[0] ?? this.#nothing();
    const operator = arithmetic[name];
    if (operator) return { kind: 'arithmetic', operator, arguments: readAll(node.args), offset };
    const comparison = comparisons[name];
    if (comparison) {
      return { kind: 'comparison', operator: comparison, arguments: readAll(node.args), offset };
    }
    const word = logic[name];
    if (word) return { kind: 'logic', operator: word, arguments: readAll(node.args), offset };
    throw new ExpressionError(`Expected a known operator, got \`${String(node.op)}\``, offset);
  }

  #constant(value: unknown): ExpressionTree {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new ExpressionError('Expected a number up to 1.8e308', this.#offset);
    }
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') {
      return { kind: 'constant', value, offset: this.#offset };
    }
    return this.#nothing();
  }

  /** `a < b < c` reads as `a < b and b < c`. */
  #chain(names: readonly string[], values: readonly ExpressionTree[]): ExpressionTree {
    const links = names.map((name, index): ExpressionTree => {
      const [left, right, operator] = [values[index], values[index + 1], comparisons[name]];
      if (!left || !right || !operator) return this.#nothing();
      return { kind: 'comparison', operator, arguments: [left, right], offset: left.offset };
    });
    return { kind: 'logic', operator: 'and', arguments: links, offset: links[0]?.offset ?? 0 };
  }

  #place(name: string): number {
    const token = this.#names[this.#next];
    if (token?.name === name) {
      this.#next += 1;
      this.#offset = token.offset;
    }
    return this.#offset;
  }

  #nothing(): never {
    throw new ExpressionError('Expected a number, a name or a quoted text', this.#offset);
  }
}
