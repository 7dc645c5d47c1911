/** Asks the platform whether it would accept a plan's jobs, with read-only requests only. */
import type { Analysis, CoreType, PlatformClient } from '../../platform-api/index.ts';
import { collect, priceOfCore, readPriceList } from '../../platform-api/index.ts';
import type { CorePrice } from '../../study/cost.ts';
import type { JobAnalysisSettings, Study } from '../../study/study.ts';
import { suggestion } from '../../expressions/suggestion.ts';
import { checkBudget } from './check-budget.ts';
import { checkCustomFields } from './check-custom-fields.ts';
import type { CustomFieldCalls } from './workspace-fields.ts';
import type { PlanProblem } from './plan-problem.ts';

export interface PlanCheck {
  readonly problems: readonly PlanProblem[];
  /** Of a core of the study's core type; undefined where the platform doesn't tell. */
  readonly price: CorePrice | undefined;
}

/** What the platform says about the study's hardware, software and custom fields, and its price. @param ownPrices by core type, where it tells none @param isStarted a limit that lets nothing more begin is no mistake */
export async function checkPlan(
  study: Study,
  client: Pick<PlatformClient, 'coreTypes' | 'analyses' | 'billing'> & CustomFieldCalls,
  ownPrices: Readonly<Record<string, CorePrice>> = {},
  isStarted = false,
): Promise<PlanCheck> {
  const [priceList, analyses] = await Promise.all([
    readPriceList(client),
    collect(client.analyses.list()),
  ]);
  const { coreType } = study.job.hardware;
  const isLow = study.job.fields['isLowPriority'] === true;
  const price =
    coreType === undefined
      ? undefined
      : (priceOfCore(coreType, priceList, isLow) ?? ownPrices[coreType]);
  return {
    problems: [
      ...checkBudget(study, price, isStarted),
      ...checkHardware(study, priceList.coreTypes),
      ...study.job.analyses.flatMap((settings, index) =>
        checkAnalysis(settings, index, study, { analyses, coreTypes: priceList.coreTypes }),
      ),
      ...(await checkCustomFields(study, client)),
    ],
    price,
  };
}

function checkHardware(study: Study, coreTypes: readonly CoreType[]): readonly PlanProblem[] {
  const { hardware } = study.job;
  const where = 'job.hardware.coreType';
  if (hardware.coreType === undefined) return [];
  const coreType = coreTypes.find((each) => each.code === hardware.coreType);
  if (coreType === undefined) {
    const offered = coreTypes.filter((each) => each.isDeprecated !== true).map((each) => each.code);
    return [
      {
        severity: 'error',
        where,
        message: `The platform has no core type "${hardware.coreType}"`,
        hint: nearOrOneOf(hardware.coreType, offered),
      },
    ];
  }
  const sizes = coreType.cores ?? [];
  return [
    ...problemIf(coreType.isDeprecated === true, {
      severity: 'error',
      where,
      message: `The core type "${coreType.code}" is deprecated and accepts no jobs`,
      hint: 'List the others with doeflow api ls coretypes',
    }),
    ...problemIf(sizes.length > 0 && !sizes.includes(hardware.coresPerSlot), {
      severity: 'error',
      where: 'job.hardware.coresPerSlot',
      message: `The core type "${coreType.code}" has no size of ${hardware.coresPerSlot} cores per slot`,
      hint: `Use one of ${firstOf(sizes.map(String))}`,
    }),
    // Jobs on a cluster are made with hardware of their own, too.
    ...problemIf(coreType.walltimeRequired === true && hardware.walltime === undefined, {
      severity: 'error',
      where: 'job.hardware.walltime',
      message: `The core type "${coreType.code}" requires a walltime${study.execution.cluster === undefined ? '' : ' of each job, also of those that run on a cluster'}`,
      hint: 'Give it in hours, such as walltime: 2',
    }),
  ];
}

function checkAnalysis(
  settings: JobAnalysisSettings,
  index: number,
  study: Study,
  { analyses, coreTypes }: { analyses: readonly Analysis[]; coreTypes: readonly CoreType[] },
): readonly PlanProblem[] {
  const { code, version } = settings.analysis;
  const where =
    study.job.analyses.length === 1 ? 'job.analysis' : `job.analyses[${index}].analysis`;
  const analysis = analyses.find((each) => each.code === code);
  if (analysis === undefined) {
    return [
      {
        severity: 'error',
        where,
        message: `The platform has no analysis "${code}"`,
        hint: `${nearOrOneOf(
          code,
          analyses.map((each) => each.code),
        )}. A program of your own: user_included`,
      },
    ];
  }
  const versions = analysis.versions ?? [];
  if (version === undefined || versions.length === 0) return [];
  const found = versions.find((each) => each.versionCode === version || each.version === version);
  if (found === undefined) {
    return [
      {
        severity: 'error',
        where: `${where}.version`,
        message: `The platform has no version "${version}" of "${code}"`,
        hint: nearOrOneOf(
          version,
          versions.map((each) => each.versionCode),
        ),
      },
    ];
  }
  const allowed = found.allowedCoreTypes ?? [];
  const { coreType } = study.job.hardware;
  // One that the platform doesn't have is told of once.
  const isThere = coreTypes.some(({ code: each }) => each === coreType);
  return problemIf(isThere && allowed.length > 0 && !allowed.includes(coreType ?? ''), {
    severity: 'error',
    where: 'job.hardware.coreType',
    message: `${code} ${version} does not run on the core type "${coreType ?? ''}"`,
    hint: `Use one of ${firstOf(allowed)}`,
  });
}

function problemIf(is: boolean, problem: PlanProblem): readonly PlanProblem[] {
  return is ? [problem] : [];
}

/** Codes that contain the word, as `ansys_fluent` does `fluent`, come before those that are near by letters. */
function nearOrOneOf(word: string, known: readonly string[]): string {
  if (known.length === 0) return 'the platform offers this account none';
  const all = `use one of ${firstOf(known)}`;
  const containing = known.filter((code) => code.toLowerCase().includes(word.toLowerCase()));
  const near =
    containing.length > 0 && word.length > 2
      ? `did you mean ${containing.slice(0, 3).join(' or ')}?`
      : suggestion(word, known);
  return near === undefined ? all : `${near} Else ${all}`;
}

function firstOf(words: readonly string[]): string {
  const shown = words.slice(0, 12).join(', ');
  return words.length > 12 ? `${shown}, … (all: doeflow api ls)` : shown;
}
