/** The part of mathjs's language that expressions may use, as plain data with places in the text. */

/** Operators from numbers to a number; `negate` takes one. */
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '^' | 'mod' | 'negate';
/** Operators from two values of one kind to a condition. */
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
/** Operators from conditions to a condition; `not` takes one. */
export type LogicOperator = 'and' | 'or' | 'xor' | 'not';

/** One node. `offset` counts characters of the text from 0. */
export type ExpressionTree =
  | {
      readonly kind: 'constant';
      readonly value: number | string | boolean;
      readonly offset: number;
    }
  | { readonly kind: 'name'; readonly name: string; readonly offset: number }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: readonly ExpressionTree[];
      readonly offset: number;
    }
  | {
      readonly kind: 'arithmetic';
      readonly operator: ArithmeticOperator;
      readonly arguments: readonly ExpressionTree[];
      readonly offset: number;
    }
  | {
      readonly kind: 'comparison';
      readonly operator: ComparisonOperator;
      readonly arguments: readonly ExpressionTree[];
      readonly offset: number;
    }
  | {
      readonly kind: 'logic';
      readonly operator: LogicOperator;
      readonly arguments: readonly ExpressionTree[];
      readonly offset: number;
    }
  | {
      readonly kind: 'condition';
      readonly arguments: readonly [ExpressionTree, ExpressionTree, ExpressionTree];
      readonly offset: number;
    };
