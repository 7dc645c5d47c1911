/** What two plans have different: settings by the place where people look for them, rows by their values, files by their content. */
import { changedSettings, type ChangedSetting } from '../../study/changed-settings.ts';
import type { Plan } from '../../study/plan.ts';
import type { JobAnalysisSettings, Study, Variable } from '../../study/study.ts';
import { diffFiles, type ChangedFile, type PlanFileSide } from './diff-files.ts';
import { diffRows, type ChangedRows } from './diff-rows.ts';

/** One of two plans that are compared. */
export interface PlanSide {
  /** For sentences: an id, or a path. */
  readonly name: string;
  readonly study: Study;
  readonly plan: Plan;
  readonly files: readonly PlanFileSide[];
}

/** Where people look for a setting. */
export const diffSections = [
  ...(['inputs', 'outputs', 'design', 'command', 'software', 'hardware', 'limits'] as const),
  'further',
] as const;

export type DiffSection = (typeof diffSections)[number];

export interface PlanDiff {
  readonly equal: boolean;
  readonly settings: Readonly<Record<DiffSection, readonly ChangedSetting[]>>;
  readonly rows: ChangedRows;
  readonly files: readonly ChangedFile[];
}

/** @param show how many added and removed rows are given in full */
export async function diffPlans(
  before: PlanSide,
  after: PlanSide,
  show: number,
): Promise<PlanDiff> {
  const [old, now] = [settingsOf(before.study), settingsOf(after.study)];
  const settings = Object.fromEntries(
    diffSections.map((section) => [section, changedSettings('', old[section], now[section])]),
  ) as Record<DiffSection, readonly ChangedSetting[]>;
  const rows = diffRows(before.plan, after.plan, show);
  const files = await diffFiles(before.files, after.files);
  const equal =
    diffSections.every((section) => settings[section].length === 0) &&
    rows.added === 0 &&
    rows.removed === 0 &&
    rows.renumbered === 0 &&
    files.length === 0;
  return { equal, settings, rows, files };
}

function settingsOf(study: Study): Readonly<Record<DiffSection, unknown>> {
  const { variables, design, job, execution, ...further } = study;
  const { analyses, hardware, runWalltimeSeconds, ...furtherOfJob } = job;
  const { options, ...settings } = design;
  const each = (pick: (analysis: JobAnalysisSettings) => object): unknown =>
    analyses.length === 1 && analyses[0] !== undefined ? pick(analyses[0]) : analyses.map(pick);
  return {
    inputs: byName(variables.filter(isInput)),
    outputs: byName(variables.filter((variable) => !isInput(variable))),
    // That a seed is written is no difference to one that is the default.
    design: { ...settings, ...options, seedGiven: undefined },
    command: each(({ command, envVars, preProcess, postProcess, templates, inputFiles }) => ({
      ...{ command, envVars, preProcess, postProcess },
      templates: Object.fromEntries(templates.map(({ template, as }) => [as, template])),
      inputFiles: Object.fromEntries(
        inputFiles.map(({ file, decompress }) => [file, { decompress }]),
      ),
    })),
    software: each(softwareOf),
    hardware,
    limits: { runWalltimeSeconds, ...execution },
    further: { ...further, ...furtherOfJob },
  };
}

function softwareOf(analysis: JobAnalysisSettings): object {
  const { analysis: code, useMpi, useRescaleLicense, flags } = analysis;
  const { onDemandLicenseSeller, userDefinedLicenseSettings } = analysis;
  return {
    ...code,
    ...{ useMpi, useRescaleLicense, flags, onDemandLicenseSeller, userDefinedLicenseSettings },
  };
}

function isInput({ type }: Variable): boolean {
  return type === 'Param' || type === 'Design' || type === 'Case';
}

function byName(variables: readonly Variable[]): object {
  return Object.fromEntries(
    variables.map((variable) => {
      const { name, ...rest } = variable;
      if (!('source' in rest)) return [name, rest];
      const { source, ...others } = rest;
      return [name, { ...others, ...source, kind: undefined }];
    }),
  );
}
