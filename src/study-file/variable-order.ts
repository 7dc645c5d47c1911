/** Why a variable that the study has can't be used in an expression: it comes later, is not known yet, or closes a cycle. */
import { namesInExpression } from '../expressions/names-in-expression.ts';
import type { Variable } from '../study/study.ts';

/** What to say of a name instead of that it is unknown. */
export interface OrderIssue {
  readonly message: string;
  readonly hint: string;
}

/** Knows which variable is computed from which. */
export class VariableOrder {
  readonly #variables: ReadonlyMap<string, Variable>;
  readonly #uses = new Map<string, ReadonlySet<string>>();

  constructor(variables: readonly Variable[]) {
    this.#variables = new Map(variables.map((variable) => [variable.name, variable]));
    for (const variable of variables) {
      const text = expressionOf(variable);
      if (text !== undefined) this.#uses.set(variable.name, namesInExpression(text));
    }
  }

  /**
   * @param user the variable whose expression has the name; undefined for the design's condition
   * @returns undefined where the study has no such variable
   */
  explain(name: string, user: Variable | undefined): OrderIssue | undefined {
    const used = this.#variables.get(name);
    if (!used) return undefined;
    const cycle = user && this.#wayBack(name, user.name);
    if (cycle) {
      const way = [user.name, ...cycle].join(' -> ');
      return {
        message: `Expected a value that is known before, got \`${name}\`, which closes a cycle: ${way}`,
        hint: 'compute one of them from other variables',
      };
    }
    const isOfInputs = user === undefined || isInput(user);
    if (isOfInputs && !isInput(used)) {
      return {
        message: `Expected a Param or Design variable, got \`${name}\` of type ${used.type}`,
        hint: 'only Constraint, Objective and findings can use it: it is not known when the design is made',
      };
    }
    if (user === undefined) return undefined;
    return {
      message: `Expected a variable that stands before \`${user.name}\`, got \`${name}\`, which comes later`,
      hint: `move \`${name}\` before \`${user.name}\``,
    };
  }

  /** The names from `from` to `to`, each computed from the next; undefined where there is no such way. */
  #wayBack(from: string, to: string): readonly string[] | undefined {
    const before = new Map<string, string | undefined>([[from, undefined]]);
    for (const name of before.keys()) {
      if (name === to) {
        const way: string[] = [];
        for (let step: string | undefined = to; step !== undefined; step = before.get(step)) {
          way.unshift(step);
        }
        return way;
      }
      for (const next of this.#uses.get(name) ?? []) {
        if (!before.has(next)) before.set(next, name);
      }
    }
    return undefined;
  }
}

function isInput({ type }: Variable): boolean {
  return type === 'Param' || type === 'Design';
}

function expressionOf(variable: Variable): string | undefined {
  if (variable.type === 'Constraint' || variable.type === 'Objective') return variable.expression;
  if (variable.type !== 'Param' && variable.type !== 'Design') return undefined;
  return variable.source.kind === 'expression' ? variable.source.expression : undefined;
}
