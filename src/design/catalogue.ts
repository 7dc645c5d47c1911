import type { DesignMethod } from '../study/study.ts';
import type { DesignMethodEntry } from './method-entry.ts';
import { fullFactorial } from './methods/full-factorial.ts';
import { latinHypercube } from './methods/latin-hypercube.ts';
import { monteCarlo } from './methods/monte-carlo.ts';

/** Every design method by its name in the study file, except `table`, whose rows are the user's own. */
export const designCatalogue: Readonly<
  Partial<Record<Exclude<DesignMethod, 'table'>, DesignMethodEntry>>
> = {
  'monte-carlo': monteCarlo,
  'latin-hypercube': latinHypercube,
  'full-factorial': fullFactorial,
};
