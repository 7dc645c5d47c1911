import type { DesignMethod } from './design-settings.ts';
import type { DesignMethodEntry, MethodDescription } from './method-entry.ts';
import { boxBehnken } from './methods/box-behnken.ts';
import { centered } from './methods/centered.ts';
import { centralComposite } from './methods/central-composite.ts';
import { dOptimal } from './methods/d-optimal.ts';
import { definitiveScreening } from './methods/definitive-screening.ts';
import { fractionalFactorial } from './methods/fractional-factorial.ts';
import { fullFactorial } from './methods/full-factorial.ts';
import { halton } from './methods/halton.ts';
import { latinHypercube } from './methods/latin-hypercube.ts';
import { monteCarlo } from './methods/monte-carlo.ts';
import { morris } from './methods/morris.ts';
import { oneAtATime } from './methods/one-at-a-time.ts';
import { orthogonalArray } from './methods/orthogonal-array.ts';
import { plackettBurman } from './methods/plackett-burman.ts';
import { saltelli } from './methods/saltelli.ts';
import { sobol } from './methods/sobol.ts';
import { table } from './methods/table.ts';
import { vector } from './methods/vector.ts';

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
    'definitive-screening': definitiveScreening,
    'orthogonal-array': orthogonalArray,
    'central-composite': centralComposite,
    'box-behnken': boxBehnken,
    'd-optimal': dOptimal,
    'one-at-a-time': oneAtATime,
    centered,
    vector,
    morris,
    saltelli,
  };

/** What is said of each method, in the order of the catalogue, `table` last. */
export const designMethods: Readonly<Record<DesignMethod, MethodDescription>> = {
  ...designCatalogue,
  table,
};
