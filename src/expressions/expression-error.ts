import { EngineError } from '../errors.ts';

/** Thrown when the text of an expression can't be used; says where in the text. Exit code 2. */
export class ExpressionError extends EngineError {
  /** Characters before the place in the expression's text, from 0. */
  readonly offset: number;
  /** The name that can't be used there, where that is the mistake. */
  readonly unknownName: string | undefined;

  constructor(message: string, offset: number, hint?: string, unknownName?: string) {
    super('STUDY_EXPRESSION', message, hint === undefined ? {} : { hint });
    this.offset = offset;
    this.unknownName = unknownName;
  }
}
