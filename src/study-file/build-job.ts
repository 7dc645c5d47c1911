import type { HardwareSettings, JobAnalysisSettings, JobSettings } from '../study/study.ts';
import { checkRunPath } from './check-run-path.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenAnalysis, WrittenHardware, WrittenJob } from './job-schema.ts';
import { parseDuration } from './parse-duration.ts';

/** Fields of an analysis; they stand in `job` itself where there is only one. */
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
const engineKeys: ReadonlySet<string> = new Set([
  ...analysisKeys,
  'hardware',
  'jobanalyses',
  'runWalltime',
  'collect',
]);

/** @returns the job with the platform's spellings made one; issues are added for what doesn't fit together */
export function buildJob(written: WrittenJob, issues: IssueList): JobSettings | undefined {
  const analyses = buildAnalyses(written, issues);
  const hardware = findHardware(written, issues);
  const runWalltimeSeconds = readRunWalltime(written, issues);
  if (!analyses || !hardware) return undefined;
  const fields = Object.fromEntries(
    Object.entries(written).filter(([key]) => !engineKeys.has(key)),
  );
  return {
    analyses,
    hardware,
    ...(runWalltimeSeconds === undefined ? {} : { runWalltimeSeconds }),
    collect: written.collect ?? [],
    fields,
  };
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
        `Expected \`${first}\` inside each of \`jobanalyses\`, got it beside them`,
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
      'Expected `analysis` (a map), got nothing',
      'such as analysis: {code: user_included, version: "0"}',
    );
  }
  if (command === undefined)
    issues.at(['job'], 'Expected `command` (a text), got nothing', 'add `command: …`');
  if (analysis === undefined || command === undefined) return undefined;
  const one = buildAnalysis({ ...written, analysis, command }, ['job'], issues);
  return one && [one];
}

function buildAnalysis(
  written: Omit<WrittenAnalysis, 'hardware'>,
  path: DocumentPath,
  issues: IssueList,
): JobAnalysisSettings | undefined {
  if (written.onDemandLicenseSeller && written.userDefinedLicenseSettings) {
    issues.atKey(
      [...path, 'userDefinedLicenseSettings'],
      'Expected `onDemandLicenseSeller` or `userDefinedLicenseSettings`, got both',
    );
  }
  const { analysis, command, useMpi, envVars, flags, useRescaleLicense } = written;
  const { onDemandLicenseSeller, userDefinedLicenseSettings } = written;
  const preProcess = buildScript(written, 'preProcess', path, issues);
  const postProcess = buildScript(written, 'postProcess', path, issues);
  const templates = [
    ...(written.templates ?? []),
    ...(written.templateTasks ?? []).map((task) => ({
      template: task.templateFile,
      as: task.processedFilename,
    })),
  ];
  const inputFiles = (written.inputFiles ?? []).map((one) =>
    typeof one === 'string'
      ? { file: one, decompress: true }
      : { file: one.file, decompress: one.decompress ?? true },
  );
  checkRunFiles(written, path, issues);
  return {
    analysis: {
      code: analysis.code,
      ...(analysis.version === undefined ? {} : { version: analysis.version }),
    },
    command,
    ...(useMpi === undefined ? {} : { useMpi }),
    ...(envVars === undefined ? {} : { envVars }),
    ...(flags === undefined ? {} : { flags }),
    ...(useRescaleLicense === undefined ? {} : { useRescaleLicense }),
    ...(onDemandLicenseSeller === undefined ? {} : { onDemandLicenseSeller }),
    ...(userDefinedLicenseSettings === undefined ? {} : { userDefinedLicenseSettings }),
    ...(preProcess === undefined ? {} : { preProcess }),
    ...(postProcess === undefined ? {} : { postProcess }),
    inputFiles,
    templates,
  };
}

function buildScript(
  written: Omit<WrittenAnalysis, 'hardware'>,
  key: 'preProcess' | 'postProcess',
  path: DocumentPath,
  issues: IssueList,
): { readonly script: string; readonly command: string } | undefined {
  const short = written[key];
  const script = written[`${key}Script`];
  const command = written[`${key}ScriptCommand`];
  if (short) {
    if (script !== undefined || command !== undefined) {
      issues.atKey([...path, key], `Expected \`${key}\` or \`${key}Script\`, got both`);
    }
    return short;
  }
  if (script === undefined && command === undefined) return undefined;
  if (script !== undefined && command !== undefined) return { script, command };
  const [there, missing] =
    script === undefined ? ['ScriptCommand', 'Script'] : ['Script', 'ScriptCommand'];
  issues.atKey([...path, `${key}${there}`], `Expected \`${key}${missing}\` beside it, got nothing`);
  return undefined;
}

/** No two files may land on the same path of the run's folder. */
function checkRunFiles(
  written: Omit<WrittenAnalysis, 'hardware'>,
  path: DocumentPath,
  issues: IssueList,
): void {
  const places: (readonly [string, DocumentPath])[] = [
    ...(written.inputFiles ?? []).map((one, index) => {
      const file = typeof one === 'string' ? one : one.file;
      return [file.slice(file.lastIndexOf('/') + 1), [...path, 'inputFiles', index]] as const;
    }),
    ...(written.templates ?? []).map(
      (one, index) => [one.as, [...path, 'templates', index, 'as']] as const,
    ),
    ...(written.templateTasks ?? []).map(
      (one, index) =>
        [one.processedFilename, [...path, 'templateTasks', index, 'processedFilename']] as const,
    ),
  ];
  const seen = new Set<string>();
  for (const [name, place] of places) {
    if (!checkRunPath(name, place, issues)) continue;
    if (seen.has(name)) {
      issues.at(
        place,
        `Expected each file of the run's folder once, got \`${name}\` again`,
        'rename one of them',
      );
    }
    seen.add(name);
  }
}

function findHardware(written: WrittenJob, issues: IssueList): HardwareSettings | undefined {
  if (written.hardware) return buildHardware(written.hardware, ['job', 'hardware'], issues);
  const first = written.jobanalyses?.[0]?.hardware;
  if (first) return buildHardware(first, ['job', 'jobanalyses', 0, 'hardware'], issues);
  issues.at(
    ['job'],
    'Expected `hardware` (a map), got nothing',
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
    issues.at(path, `Expected \`coreType\` or \`coreClass\`, got ${coreType ? 'both' : 'none'}`);
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

function readRunWalltime(written: WrittenJob, issues: IssueList): number | undefined {
  if (written.runWalltime === undefined) return undefined;
  const seconds = parseDuration(written.runWalltime);
  if (seconds === undefined) {
    issues.at(
      ['job', 'runWalltime'],
      `Expected a duration with its unit, got ${JSON.stringify(written.runWalltime)}`,
      'such as 90s, 5m or 1h30m',
    );
  }
  return seconds;
}
