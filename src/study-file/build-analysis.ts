import type { JobAnalysisSettings } from '../study/study.ts';
import { checkRunPath } from './check-run-path.ts';
import type { DocumentPath, IssueList } from './issues.ts';
import type { WrittenAnalysis } from './job-schema.ts';

/** @returns one analysis, with one spelling where the platform has several */
export function buildAnalysis(
  written: Omit<WrittenAnalysis, 'hardware'>,
  path: DocumentPath,
  issues: IssueList,
): JobAnalysisSettings | undefined {
  if (written.onDemandLicenseSeller && written.userDefinedLicenseSettings) {
    issues.atKey(
      [...path, 'userDefinedLicenseSettings'],
      '`onDemandLicenseSeller` and `userDefinedLicenseSettings` exclude each other: remove one of them',
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
): JobAnalysisSettings['preProcess'] {
  const short = written[key];
  const script = written[`${key}Script`];
  const command = written[`${key}ScriptCommand`];
  if (short) {
    if (script !== undefined || command !== undefined) {
      issues.atKey(
        [...path, key],
        `\`${key}\` and \`${key}Script\` exclude each other: remove one of them`,
      );
    }
    return scripted(short.script, short.command);
  }
  if (command !== undefined) return scripted(script, command);
  if (script === undefined) return undefined;
  issues.atKey(
    [...path, `${key}Script`],
    `\`${key}Script\` needs \`${key}ScriptCommand\`, which is missing`,
    `it says how to start the script, such as \`sh ${script}\``,
  );
  return undefined;
}

function scripted(
  script: string | undefined,
  command: string,
): NonNullable<JobAnalysisSettings['preProcess']> {
  return { ...(script === undefined ? {} : { script }), command };
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
        `Two files of the run's folder have the name \`${name}\``,
        'rename one of them',
      );
    }
    seen.add(name);
  }
}
