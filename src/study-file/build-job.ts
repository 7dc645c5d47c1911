import type { HardwareSettings, JobAnalysisSettings, JobSettings } from '../study/study.ts';
import { buildAnalysis } from './build-analysis.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenHardware, WrittenJob } from './job-schema.ts';
import { parseDurationMs } from '../duration.ts';

/** Fields of an analysis; they are in `job` itself where there is only one. */
const analysisKeys = [
  'analysis',
  'command',
  'useMpi',
  'envVars',
  'flags',
  'useRescaleLicense',
  'onDemandLicenseSeller',
  'userDefinedLicenseSettings',
  'inputFiles',
  'templates',
  'templateTasks',
  'preProcess',
  'postProcess',
  'preProcessScript',
  'preProcessScriptCommand',
  'postProcessScript',
  'postProcessScriptCommand',
] as const;
/** Characters of a pattern of `collect`. */
const longestPattern = 1_000;
const engineKeys: ReadonlySet<string> = new Set([
  ...analysisKeys,
  'hardware',
  'jobanalyses',
  'runWalltime',
  'collect',
  'customFields',
]);

/** @returns the job, with one spelling where the platform has several; issues are added for what doesn't fit together */
export function buildJob(written: WrittenJob, issues: IssueList): JobSettings | undefined {
  const analyses = buildAnalyses(written, issues);
  const hardware = findHardware(written, issues);
  const runWalltimeSeconds = readRunWalltime(written, issues);
  checkCollect(written.collect ?? [], issues);
  if (!analyses || !hardware) return undefined;
  warnOfShortJob(hardware, runWalltimeSeconds, issues);
  const fields = Object.fromEntries(
    Object.entries(written).filter(([key]) => !engineKeys.has(key)),
  );
  return {
    analyses,
    hardware,
    ...(runWalltimeSeconds === undefined ? {} : { runWalltimeSeconds }),
    collect: written.collect ?? [],
    ...(written.customFields === undefined ? {} : { customFields: written.customFields }),
    fields,
  };
}

/** What a run leaves lies in its folder: a pattern that leads out of it would keep nothing, without a word. */
function checkCollect(patterns: readonly string[], issues: IssueList): void {
  for (const [index, pattern] of patterns.entries()) {
    const steps = pattern.split('/');
    if (steps[0] !== '' && !steps.includes('..') && pattern.length <= longestPattern) continue;
    issues.at(
      ['job', 'collect', index],
      `Expected a pattern of files in the run's folder, of at most ${longestPattern} characters, got ${JSON.stringify(pattern.slice(0, 60))}`,
      'such as *.png or out/**',
    );
  }
}

function buildAnalyses(
  written: WrittenJob,
  issues: IssueList,
): readonly JobAnalysisSettings[] | undefined {
  const given = analysisKeys.filter((key) => written[key] !== undefined);
  const [first] = given;
  if (written.jobanalyses) {
    if (first !== undefined) {
      issues.atKey(
        ['job', first],
        `\`${first}\` is beside \`jobanalyses\`: move it into each of them`,
      );
      return undefined;
    }
    const built = written.jobanalyses.map((one, index) =>
      buildAnalysis(one, ['job', 'jobanalyses', index], issues),
    );
    return built.every((one) => one !== undefined) ? built : undefined;
  }
  const { analysis, command } = written;
  if (analysis === undefined) {
    issues.at(
      ['job'],
      '`analysis` (a map) is missing',
      'such as analysis: {code: user_included, version: "0"}',
    );
  }
  if (command === undefined)
    issues.at(['job'], '`command` (a text) is missing', 'add `command: …`');
  if (analysis === undefined || command === undefined) return undefined;
  const one = buildAnalysis({ ...written, analysis, command }, ['job'], issues);
  return one && [one];
}

function findHardware(written: WrittenJob, issues: IssueList): HardwareSettings | undefined {
  if (written.hardware) return buildHardware(written.hardware, ['job', 'hardware'], issues);
  const first = written.jobanalyses?.[0]?.hardware;
  if (first) return buildHardware(first, ['job', 'jobanalyses', 0, 'hardware'], issues);
  issues.at(
    ['job'],
    '`hardware` (a map) is missing',
    'such as hardware: {coreType: emerald, coresPerSlot: 1, slots: 4}',
  );
  return undefined;
}

function buildHardware(
  written: WrittenHardware,
  path: DocumentPath,
  issues: IssueList,
): HardwareSettings | undefined {
  const { coreType, coreClass, coresPerSlot = 1, slots = 1, walltime, type } = written;
  if ((coreType === undefined) === (coreClass === undefined)) {
    issues.at(
      path,
      `\`hardware\` needs either \`coreType\` or \`coreClass\`, and has ${coreType ? 'both' : 'none of them'}`,
    );
    return undefined;
  }
  const codeOf = (one: string | { code: string }) => (typeof one === 'string' ? one : one.code);
  return {
    ...(coreType === undefined ? {} : { coreType: codeOf(coreType) }),
    ...(coreClass === undefined ? {} : { coreClass: codeOf(coreClass) }),
    coresPerSlot,
    slots,
    ...(walltime === undefined ? {} : { walltime }),
    ...(type === undefined ? {} : { type }),
  };
}

/** The platform ends a job at its walltime, with all runs that execute then. */
function warnOfShortJob(
  { walltime }: HardwareSettings,
  runWalltimeSeconds: number | undefined,
  issues: IssueList,
): void {
  if (walltime === undefined || (runWalltimeSeconds ?? 0) <= walltime * 3600) return;
  issues.warn({
    place: { path: ['job', 'runWalltime'] },
    message: `One run may take longer than its whole job, which ends after ${walltime} h (\`walltime\`)`,
    hint: `write a \`walltime\` of at least ${Math.ceil((runWalltimeSeconds ?? 0) / 3600)}, and more where slots run several runs one after the other`,
  });
}

function readRunWalltime(written: WrittenJob, issues: IssueList): number | undefined {
  if (written.runWalltime === undefined) return undefined;
  const seconds = (parseDurationMs(written.runWalltime) ?? 0) / 1000;
  if (seconds === 0) {
    issues.at(
      ['job', 'runWalltime'],
      `Expected a duration with its unit, got ${JSON.stringify(written.runWalltime)}`,
      'such as 90s, 5m or 1h30m',
    );
    return undefined;
  }
  return seconds;
}
