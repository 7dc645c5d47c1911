import type { JobAnalysisRequest } from '../../src/platform-api/index.ts';
import {
  inputsName,
  printStep,
  processesOf,
  type ProcessKind,
  wrapCommand,
} from '../../src/run/index.ts';
import { formattedVariable, readJobValues, shellVariable } from '../../src/shell/index.ts';
import type { JobSpec } from '../../src/store/index.ts';
import { fileTypes, type UploadKey } from '../../src/store/upload-key.ts';
import type { JobAnalysisSettings, Study } from '../../src/study/study.ts';
import { outputsToPrint } from './outputs-to-print.ts';
import { hardwareRequest, passedThrough } from './hardware-request.ts';

/** One analysis of a job as the platform is asked for it: each of its processes wrapped, the run's values in its environment. */
export async function analysisRequest(
  study: Study,
  analysis: JobAnalysisSettings,
  index: number,
  spec: JobSpec,
  fileHash: (path: string) => string,
  uploaded: (key: UploadKey) => Promise<{ id: string }>,
): Promise<JobAnalysisRequest> {
  const { slots = study.job.hardware.slots } = spec;
  const { runWalltimeSeconds } = study.job;
  const values = readJobValues(study.job, study.variables);
  const settings = Object.entries(analysis.envVars ?? {})
    .map(([name, text]) => ({ name, text, setting: values.setting(text) }))
    .filter(({ setting }) => setting.values.length > 0);
  const processes = processesOf(study.job.analyses);
  const isLast = index === study.job.analyses.length - 1;
  const print = isLast ? outputsToPrint(study, spec) : undefined;
  const wrap = (text: string, kind: ProcessKind): string => {
    const command = values.command(text);
    const inSettings = settings.flatMap(({ setting }) => setting.values);
    return wrapCommand({
      command: command.toShell(values.variableOf),
      kind,
      environment: {
        inputPrefix: shellVariable(''),
        formattedPrefix: formattedVariable(''),
        settings: Object.fromEntries(
          settings.map(({ name, setting }) => [name, setting.toShell(values.variableOf)]),
        ),
        required: [...command.values, ...(kind === 'command' ? inSettings : [])].map(
          values.variableOf,
        ),
      },
      analysis: index,
      attemptKey: spec.attemptKey,
      processes,
      ...(kind === 'post-process' ? { print } : {}),
      ...(runWalltimeSeconds === undefined ? {} : { runWalltimeSeconds }),
    });
  };
  const input = async (path: string, typeId: number): Promise<{ id: string }> =>
    uploaded({ sha256: fileHash(path), name: path, typeId });
  const templateTasks = await Promise.all(
    analysis.templates.map(async ({ template, as }) => ({
      templateFile: await input(template, fileTypes.template),
      processedFilename: as,
    })),
  );
  if (index === 0) {
    templateTasks.push({
      templateFile: await uploaded({ ...spec.inputsTemplate, typeId: fileTypes.template }),
      processedFilename: inputsName,
    });
  }
  return {
    analysis: analysis.analysis,
    command: wrap(analysis.command, 'command'),
    hardware: hardwareRequest(study, slots),
    inputFiles: await Promise.all(
      analysis.inputFiles.map(async ({ file, decompress }) => ({
        ...(await input(file, fileTypes.input)),
        ...(decompress ? {} : { decompress: false }),
      })),
    ),
    templateTasks,
    ...(analysis.preProcess === undefined
      ? {}
      : {
          ...(analysis.preProcess.script === undefined
            ? {}
            : { preProcessScript: await input(analysis.preProcess.script, fileTypes.script) }),
          preProcessScriptCommand: wrap(analysis.preProcess.command, 'pre-process'),
        }),
    ...(analysis.postProcess === undefined
      ? print !== undefined && spec.printing === 'own-step'
        ? {
            postProcessScriptCommand: printStep({
              ...{ ...print, processes, attemptKey: spec.attemptKey },
            }),
          }
        : {}
      : {
          ...(analysis.postProcess.script === undefined
            ? {}
            : { postProcessScript: await input(analysis.postProcess.script, fileTypes.script) }),
          postProcessScriptCommand: wrap(analysis.postProcess.command, 'post-process'),
        }),
    ...passedThrough(analysis, new Set(settings.map(({ name }) => name))),
  };
}
