import { beforeEach, describe, expect, it } from 'vitest';
import { analysisRequest } from '../../../activities/jobs/analysis-request.ts';
import type { JobSpec } from '../../../src/store/index.ts';
import { formattedVariable, shellVariable } from '../../../src/shell/index.ts';
import { fileTypes, type UploadKey } from '../../../src/store/upload-key.ts';
import type { JobAnalysisSettings, JobSettings, Study } from '../../../src/study/study.ts';
import { studyOf, uniform } from '../../study/plain-study.ts';

const spec = {
  attemptKey: 'key-1',
  inputsTemplate: { name: 'doeflow-inputs.txt.in', sha256: 'sha of the inputs' },
} as unknown as JobSpec;
const analysis: JobAnalysisSettings = {
  ...{ analysis: { code: 'user_included', version: '1' }, command: 'solve < in.txt' },
  ...{ inputFiles: [], templates: [] },
};
const hardware = { coreType: 'fast', coresPerSlot: 3, slots: 2 };

let uploads: UploadKey[];
beforeEach(() => {
  uploads = [];
});

/** What is asked for such an analysis of such a job. */
function requestOf(
  changes: Partial<JobAnalysisSettings> = {},
  job: Partial<JobSettings> = {},
  index = 0,
): ReturnType<typeof analysisRequest> {
  const plain = studyOf([uniform('x')]);
  const asked = { ...analysis, ...changes };
  const study = { ...plain, job: { ...plain.job, hardware, analyses: [asked], ...job } } as Study;
  return analysisRequest(
    ...([study, asked, index, spec, (path: string) => `sha of ${path}`] as const),
    (key) => Promise.resolve({ id: `file ${uploads.push(key)}` }),
  );
}

describe('the hardware that is paid for', () => {
  it('is what the study file says, and nothing that it leaves out', async () => {
    expect((await requestOf()).hardware).toStrictEqual(hardware);
    const full = { ...hardware, walltime: 5, type: 'compute' };
    expect((await requestOf({}, { hardware: full })).hardware).toStrictEqual(full);
  });

  it('is of a class of cores where the study names one', async () => {
    const ofClass = { coreClass: 'economy', coresPerSlot: 3, slots: 2 };
    expect((await requestOf({}, { hardware: ofClass })).hardware).toStrictEqual({
      ...{ coreClass: { code: 'economy' }, coresPerSlot: 3, slots: 2 },
    });
    const ofNone = { coresPerSlot: 1, slots: 1 };
    expect((await requestOf({}, { hardware: ofNone })).hardware).toMatchObject({ coreType: '' });
  });
});

it('the run’s values come to its command under the prefixes that the study’s texts are given', async () => {
  const { command } = await requestOf();
  expect(command).toContain(`doeflow_name=${shellVariable('')}$doeflow_name;;`);
  expect(command).toContain(`doeflow_name=${formattedVariable('')}\${doeflow_name#?};;`);
});

describe('small outputs', () => {
  const asText = { value: 'x', kind: 'key', file: 'y.txt', key: 'y' };
  const ask = (
    { printing, collect = [], kind = 'key' }: Asked,
    changes: Partial<JobAnalysisSettings> = {},
  ): ReturnType<typeof analysisRequest> => {
    const plain = studyOf([uniform('x')]);
    const output = {
      ...{ type: 'Output', name: 'y', valueType: 'number', required: true },
      source: { ...asText, kind },
    };
    const asked = { ...analysis, ...changes };
    const job = { ...plain.job, hardware, analyses: [asked], collect };
    const study = { ...plain, job, variables: [...plain.variables, output] } as unknown as Study;
    const ofJob = { ...spec, expectedRuns: 4, ...(printing === undefined ? {} : { printing }) };
    return analysisRequest(
      study,
      asked,
      0,
      ofJob,
      (path) => path,
      () => Promise.resolve({ id: 'file' }),
    );
  };
  interface Asked {
    readonly printing?: JobSpec['printing'];
    readonly collect?: readonly string[];
    readonly kind?: string;
  }
  const postProcess = { command: 'post' };

  it('are printed by the study’s post-process, and by a step of their own only where that is wanted', async () => {
    const own = await ask({ printing: 'post-process' }, { postProcess });
    expect(own.postProcessScriptCommand).toContain('./y.txt');
    expect((await ask({ printing: 'post-process' })).postProcessScriptCommand).toBeUndefined();
    expect((await ask({ printing: 'own-step' })).postProcessScriptCommand).toContain('./y.txt');
  });

  it('are printed by no job that was prepared without', async () => {
    expect((await ask({})).postProcessScriptCommand).toBeUndefined();
    const { postProcessScriptCommand } = await ask({}, { postProcess });
    expect(postProcessScriptCommand).not.toContain('doeflow_print');
  });

  it('are kept out of a log that the study reads or keeps, and patterns name none', async () => {
    const printing = 'own-step';
    const log = await ask({ printing, kind: 'stdout' });
    expect(log.postProcessScriptCommand).toBeUndefined();
    const kept = await ask({ printing, collect: ['*.log'] });
    expect(kept.postProcessScriptCommand).toBeUndefined();
    const more = await ask({ printing, collect: ['a b.csv', '*.vtk'] });
    expect(more.postProcessScriptCommand).toContain('a b.csv');
    expect(more.postProcessScriptCommand).not.toContain('vtk');
  });
});

describe('the software that is paid for', () => {
  it('goes to the platform as the study file has it', async () => {
    const given = {
      ...{ useMpi: true, useRescaleLicense: false, flags: { igCv: true } },
      onDemandLicenseSeller: { code: 'seller' },
      userDefinedLicenseSettings: { featureSets: [] },
      envVars: { LICENSE: '1@host' },
    };
    expect(await requestOf(given)).toMatchObject({ ...given, analysis: analysis.analysis });
  });

  it('has no field that the study file leaves out', async () => {
    const fields = ['analysis', 'command', 'hardware', 'inputFiles', 'templateTasks'];
    expect(Object.keys(await requestOf()).sort()).toEqual(fields);
  });

  it('gets variables of a run from the run alone', async () => {
    const asked = await requestOf({ envVars: { LICENSE: '1@host', LEVEL: 'a${x}' } });
    expect(asked.envVars).toEqual({ LICENSE: '1@host' });
    expect(asked.command).toMatch(/\bLEVEL=/u);
    expect(asked.command).not.toMatch(/\bLICENSE=/u);
  });
});

describe('the files of an analysis', () => {
  const files = {
    inputFiles: [
      { file: 'mesh.zip', decompress: true },
      { file: 'data.zip', decompress: false },
    ],
    templates: [{ template: 'in.txt.in', as: 'in.txt' }],
  };
  const named = () => uploads.map(({ name, sha256, typeId }) => [name, sha256, typeId]);

  it('are uploaded as what they are, with the run’s inputs at the first analysis', async () => {
    const asked = await requestOf(files);
    expect(named()).toHaveLength(4);
    expect(named()).toEqual(
      expect.arrayContaining([
        ['mesh.zip', 'sha of mesh.zip', fileTypes.input],
        ['data.zip', 'sha of data.zip', fileTypes.input],
        ['in.txt.in', 'sha of in.txt.in', fileTypes.template],
        ['doeflow-inputs.txt.in', 'sha of the inputs', fileTypes.template],
      ]),
    );
    const idOf = (name: string) => `file ${uploads.findIndex((key) => key.name === name) + 1}`;
    expect(asked.inputFiles).toStrictEqual([
      { id: idOf('mesh.zip') },
      { id: idOf('data.zip'), decompress: false },
    ]);
    expect(asked.templateTasks).toEqual([
      { templateFile: { id: idOf('in.txt.in') }, processedFilename: 'in.txt' },
      {
        templateFile: { id: idOf('doeflow-inputs.txt.in') },
        processedFilename: 'doeflow-inputs.txt',
      },
    ]);
  });

  it('have the run’s inputs once: no later analysis brings them', async () => {
    const asked = await requestOf(files, {}, 1);
    expect(asked.templateTasks).toHaveLength(1);
    expect(uploads.map(({ name }) => name)).not.toContain('doeflow-inputs.txt.in');
  });
});

describe('what comes before and after the command', () => {
  it('is wrapped like it, each with its script', async () => {
    const asked = await requestOf({
      preProcess: { script: 'pre.sh', command: 'sh pre.sh' },
      postProcess: { script: 'post.sh', command: 'sh post.sh' },
    });
    expect(uploads).toEqual(
      expect.arrayContaining([
        { sha256: 'sha of pre.sh', name: 'pre.sh', typeId: fileTypes.script },
        { sha256: 'sha of post.sh', name: 'post.sh', typeId: fileTypes.script },
      ]),
    );
    const idOf = (name: string) => `file ${uploads.findIndex((key) => key.name === name) + 1}`;
    expect(asked.preProcessScript).toEqual({ id: idOf('pre.sh') });
    expect(asked.postProcessScript).toEqual({ id: idOf('post.sh') });
    expect(asked.preProcessScriptCommand).toContain('sh pre.sh');
    expect(asked.preProcessScriptCommand).toContain('pre-process');
    expect(asked.postProcessScriptCommand).toContain('sh post.sh');
    expect(asked.postProcessScriptCommand).toContain('post-process');
  });

  it('needs no script', async () => {
    const asked = await requestOf({
      preProcess: { command: 'mkdir out' },
      postProcess: { command: 'rm -r out' },
    });
    expect(asked).not.toHaveProperty('preProcessScript');
    expect(asked).not.toHaveProperty('postProcessScript');
    expect(asked.preProcessScriptCommand).toContain('mkdir out');
    expect(asked.postProcessScriptCommand).toContain('rm -r out');
  });
});

describe('the command', () => {
  it('leaves this attempt’s marker, and ends at the limit of the study file only', async () => {
    const { command } = await requestOf();
    expect(command).toContain('key-1');
    expect(command).toContain('solve < in.txt');
    const limited = await requestOf({}, { runWalltimeSeconds: 4321 });
    expect([command.includes('4321'), limited.command.includes('4321')]).toEqual([false, true]);
  });

  it('fails without a value that it or its settings name; what comes before it needs only its own', async () => {
    const preProcess = { command: 'mkdir out' };
    const guard = `${shellVariable('x')}?doeflow: `;
    expect((await requestOf()).command).not.toContain(guard);
    expect((await requestOf({ command: 'solve ${x}' })).command).toContain(guard);
    const bySetting = await requestOf({ envVars: { LEVEL: '${x}' }, preProcess });
    expect(bySetting.command).toContain(guard);
    expect(bySetting.preProcessScriptCommand).not.toContain(guard);
  });
});
