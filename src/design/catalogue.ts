import type { DesignMethod } from '../study/study.ts';
import type { DesignMethodEntry } from './method-entry.ts';
import { boxBehnken } from './methods/box-behnken.ts';
import { centralComposite } from './methods/central-composite.ts';
import { fractionalFactorial } from './methods/fractional-factorial.ts';
import { fullFactorial } from './methods/full-factorial.ts';
import { halton } from './methods/halton.ts';
import { latinHypercube } from './methods/latin-hypercube.ts';
import { monteCarlo } from './methods/monte-carlo.ts';
import { morris } from './methods/morris.ts';
import { oneAtATime } from './methods/one-at-a-time.ts';
import { plackettBurman } from './methods/plackett-burman.ts';
import { saltelli } from './methods/saltelli.ts';
import { sobol } from './methods/sobol.ts';

/** Every design method by its name in the study file, except `table`, whose rows are the user's own. */
export const designCatalogue: Readonly<Record<Exclude<DesignMethod, 'table'>, DesignMethodEntry>> =
  {
    'monte-carlo': monteCarlo,
    'latin-hypercube': latinHypercube,
    sobol,
    halton,
    'full-factorial': fullFactorial,
    'fractional-factorial': fractionalFactorial,
    'plackett-burman': plackettBurman,
    'central-composite': centralComposite,
    'box-behnken': boxBehnken,
    'one-at-a-time': oneAtATime,
    morris,
    saltelli,
  };
