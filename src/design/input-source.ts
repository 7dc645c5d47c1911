import type { GeneratorName, GeneratorSettings } from '../distributions/generator.ts';
import type { Cell } from './cell.ts';

/** How an input variable gets its values. */
export type InputSource =
  | {
      readonly kind: 'generator';
      readonly generator: GeneratorName;
      readonly settings: GeneratorSettings;
      /** Number of levels of a continuous variable in a crossed design. */
      readonly levels?: number;
    }
  | {
      readonly kind: 'levels';
      readonly values: readonly Cell[];
      readonly weights?: readonly number[];
    }
  /** Derived from the variables before it. */
  | { readonly kind: 'expression'; readonly expression: string }
  /** Read from the column of that name of the `table` design's file. */
  | { readonly kind: 'table' };
