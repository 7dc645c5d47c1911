import type { AnalysisEntry } from '../catalogue/catalogue-entries.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { JobAnalysisRecord } from '../job-record.ts';
import { isSafePath } from '../../files/index.ts';
import type { BodyReader } from './body-reader.ts';
import { parseHardware } from './parse-hardware.ts';
import { checkLicences } from './check-licences.ts';

/** What a request's references are looked up in. */
export interface Known {
  readonly catalogue: Catalogue;
  /** Version of the API, which spells core types its own way. */
  readonly version: 1 | 2 | 3;
  /** Whether a file with that id was uploaded or saved and is still there. */
  readonly hasFile: (id: string) => boolean;
}

/** One analysis of a job; mistakes are noted with the reader. */
export function parseJobAnalysis(reader: BodyReader, known: Known): JobAnalysisRecord | undefined {
  const named = reader.object('analysis', { required: true });
  const code = named?.string('code', { required: true });
  const version = named?.string('version');
  const entry = known.catalogue.analyses.find((a) => a.code === code);
  if (named !== undefined && code !== undefined && entry === undefined) {
    named.fail('code', `Object with code=${code} does not exist.`);
  }
  const found = entry === undefined ? undefined : findVersion(entry, version);
  if (named !== undefined && entry !== undefined && found === undefined) {
    named.fail('version', `Object with versionCode=${version ?? ''} does not exist.`);
  }
  const hardware = parseHardware(
    reader.object('hardware', { required: true }),
    ...([known.catalogue, known.version] as const),
  );
  if (
    hardware !== undefined &&
    found !== undefined &&
    found.allowedCoreTypes.length > 0 &&
    !found.allowedCoreTypes.includes(hardware.coreType)
  ) {
    reader.fail('hardware', `Core type ${hardware.coreType} cannot run this version.`);
  }
  const command = reader.string('command', { required: true });
  checkLicences(reader, entry);
  const envVars = reader.stringMap('envVars');
  for (const name of Object.keys(envVars)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      reader.fail('envVars', `"${name}" is not a valid environment variable name.`);
    }
  }
  const record = {
    command: command ?? '',
    useMpi: reader.boolean('useMpi', false),
    envVars,
    flags: (reader.object('flags') === undefined ? {} : reader.raw('flags')) as Record<
      string,
      unknown
    >,
    inputFiles: reader.objects('inputFiles').map((file) => ({
      id: parseFileId(file, 'id', known) ?? '',
      decompress: file.boolean('decompress', true),
    })),
    useRescaleLicense: reader.boolean('useRescaleLicense', false),
    templateTasks: parseTemplateTasks(reader, known),
    preProcessScript: parseFile(reader, 'preProcessScript', known),
    preProcessScriptCommand: reader.string('preProcessScriptCommand', { blank: true }) ?? '',
    postProcessScript: parseFile(reader, 'postProcessScript', known),
    postProcessScriptCommand: reader.string('postProcessScriptCommand', { blank: true }) ?? '',
    onDemandLicenseSeller: reader.raw('onDemandLicenseSeller') ?? null,
    userDefinedLicenseSettings: reader.raw('userDefinedLicenseSettings') ?? { featureSets: [] },
  };
  if (entry === undefined || found === undefined || hardware === undefined) return undefined;
  return {
    analysis: {
      code: entry.code,
      version: found.versionCode,
      name: entry.name,
      versionName: found.version,
    },
    hardware,
    ...record,
  };
}

/** The id of a file reference `{id}` under a key, or null when there is none. */
export function parseFile(reader: BodyReader, key: string, known: Known): string | null {
  const file = reader.object(key);
  return file === undefined ? null : (parseFileId(file, 'id', known) ?? null);
}

function parseFileId(reader: BodyReader, key: string, known: Known): string | undefined {
  const id = reader.string(key, { required: true });
  if (id === undefined || known.hasFile(id)) return id;
  return reader.fail(key, `Invalid pk "${id}" - object does not exist.`);
}

function parseTemplateTasks(
  reader: BodyReader,
  known: Known,
): { processedFilename: string; templateFile: string }[] {
  return reader.objects('templateTasks').map((task) => {
    const processedFilename = task.string('processedFilename', { required: true }) ?? '';
    if (processedFilename !== '' && !isSafePath(processedFilename)) {
      task.fail('processedFilename', 'Must be a relative path inside the work directory.');
    }
    if (!task.has('templateFile')) task.fail('templateFile', 'This field is required.');
    return { processedFilename, templateFile: parseFile(task, 'templateFile', known) ?? '' };
  });
}

function findVersion(
  entry: AnalysisEntry,
  version: string | undefined,
): AnalysisEntry['versions'][number] | undefined {
  if (version === undefined) return entry.versions[0];
  return (
    entry.versions.find((v) => v.versionCode === version) ??
    entry.versions.find((v) => v.version === version)
  );
}
