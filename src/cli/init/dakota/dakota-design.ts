/** What a method of Dakota is as a design of a study, and what its readers are given. */
import type { DraftValue } from '../study-draft.ts';
import type { KeywordReader } from './keyword-reader.ts';
import type { GivenVariable } from './read-variables.ts';

/** What a method needs to know of the inputs, in their order. */
export interface MethodInput {
  readonly name: string;
  /** As the Dakota input has it. */
  readonly label: string;
  readonly given: GivenVariable;
}

/** A value of a point. */
export type PointValue = string | number;

export interface DakotaDesign {
  readonly design: { readonly [key: string]: DraftValue };
  /** Sources of inputs that the method itself decides, by name. */
  readonly sources: ReadonlyMap<string, GivenVariable['source']>;
  /** Rows of a list of points. */
  readonly points?: readonly (readonly PointValue[])[];
  /** Levels of the responses, in order, with how many each response has. */
  readonly levels: Readonly<Record<'response' | 'probability', AskedLevels | undefined>>;
  readonly notes: readonly string[];
  /** Sentences: what a person has to bring. */
  readonly toFillIn?: readonly string[];
}

/** Gives the text of a file beside the input; undefined where there is none. */
export type ReadBeside = (path: string) => string | undefined;

export interface AskedLevels {
  readonly all: readonly number[];
  readonly counts: readonly number[] | undefined;
}

/** Reads one method. */
export type MethodReader = (
  reader: KeywordReader,
  inputs: readonly MethodInput[],
  readBeside: ReadBeside,
) => Partial<Pick<DakotaDesign, 'design' | 'sources' | 'points' | 'notes' | 'toFillIn'>>;
