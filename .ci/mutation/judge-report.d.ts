/** A changed place, as Stryker reports it. */
export interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

/** Both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A change that no test notices, without numbers of lines, so that it is found again when others change. */
export interface Survivor {
  readonly file: string;
  /** The line in which it begins. */
  readonly line: string;
  /** What is changed; of several lines the first and the last. */
  readonly original: string;
  readonly mutator: string;
  readonly replacement: string;
}

/** What survivors.json holds. */
export interface ToldSurvivors {
  /** Files whose every survivor must be told. */
  readonly eachToldIn: readonly string[];
  readonly survivors: readonly (Survivor & { readonly reason: string })[];
}

/** What is wrong, and everything that is printed, the faults last. */
export function judgeReport(what: {
  readonly report: {
    readonly files: Readonly<
      Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>
    >;
  };
  readonly told: ToldSurvivors;
  /** The rooms that were mutated as a whole. */
  readonly rooms: readonly string[];
  /** Percent. */
  readonly lowestScore: number;
  /** Which part of all mutants is judged, at random; 1 where it isn't given. */
  readonly share?: number;
  /** Which sample of that size. */
  readonly seed?: string;
}): { readonly lines: readonly string[]; readonly faults: readonly string[] };
