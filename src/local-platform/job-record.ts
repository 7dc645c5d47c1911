/** What a job is as the platform keeps it, in its own spelling; made from a checked request. */
export interface JobRecord {
  readonly name: string;
  readonly jobanalyses: readonly JobAnalysisRecord[];
  readonly jobvariables: readonly JobVariableRecord[];
  readonly paramFile: string | null;
  readonly caseFile: string | null;
  readonly expectedRuns: number | null;
  readonly includeNominalRun: boolean;
  readonly isTemplateDryRun: boolean;
  readonly isLowPriority: boolean;
  readonly billingPriorityValue: string | null;
  readonly monteCarloIterations: number | null;
  readonly resourceFilters: readonly ResourceFilter[];
  readonly projectId: string | null;
}

/** One analysis of a job. Files are ids. */
export interface JobAnalysisRecord {
  readonly analysis: {
    readonly code: string;
    readonly version: string;
    readonly name: string;
    readonly versionName: string;
  };
  readonly command: string;
  readonly hardware: HardwareRecord;
  readonly useMpi: boolean;
  readonly envVars: Readonly<Record<string, string>>;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly inputFiles: readonly { readonly id: string; readonly decompress: boolean }[];
  readonly useRescaleLicense: boolean;
  readonly templateTasks: readonly {
    readonly processedFilename: string;
    readonly templateFile: string;
  }[];
  readonly preProcessScript: string | null;
  readonly preProcessScriptCommand: string;
  readonly postProcessScript: string | null;
  readonly postProcessScriptCommand: string;
  readonly onDemandLicenseSeller: unknown;
  readonly userDefinedLicenseSettings: unknown;
}

/** Hardware of a job or a cluster. `walltime` is hours; null has no limit. */
export interface HardwareRecord {
  readonly coreType: string;
  readonly coreClass: string | null;
  readonly coresPerSlot: number;
  readonly slots: number;
  readonly type: string;
  readonly walltime: number | null;
}

/** A job variable, with the generator under the spelling of the platform's answers. */
export interface JobVariableRecord {
  readonly name: string;
  readonly variableType: string;
  readonly displayOrder: number;
  readonly valueGeneratorType: string;
  readonly valueGeneratorSettings: Readonly<Record<string, unknown>>;
}

/** Which output files are kept. */
export interface ResourceFilter {
  readonly filterType: string;
  readonly selector: string;
  readonly include: boolean;
  readonly caseSensitive: boolean;
}

/** The filters of a job that gives none. Inputs that a run left as they were aren't copied back once per run. */
export const defaultResourceFilters: readonly ResourceFilter[] = [
  {
    filterType: 'default',
    selector: 'Analysis generated files',
    include: true,
    caseSensitive: false,
  },
  { filterType: 'default', selector: 'Completed templates', include: true, caseSensitive: false },
  { filterType: 'default', selector: 'Input files', include: false, caseSensitive: false },
];
