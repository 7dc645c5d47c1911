/** ro-crate-metadata.json of a study: RO-Crate 1.1, JSON-LD of our own writing. */
import { layout, type StudySnapshot } from '../store/index.ts';
import { crateFiles, type CrateJobs } from './crate-files.ts';

/** What the metadata tells of. */
export interface CrateFacts {
  readonly snapshot: StudySnapshot;
  /** ISO 8601, UTC: when it was archived. */
  readonly archivedAt: string;
  /** When the last run ended, where any did. */
  readonly endedAt?: string | undefined;
  /** How it ended. */
  readonly state?: string | undefined;
  /** What others may do with it, in words or as an address. */
  readonly license?: string | undefined;
  readonly files: readonly {
    readonly path: string;
    readonly name: string;
    readonly bytes: number;
    readonly sha256: string;
  }[];
  readonly jobs: CrateJobs;
}

type Entity = Readonly<Record<string, unknown>>;

const noLicense = 'No licence was given: ask the owner of the study before you use it.';

/** What the files at the top of a crate are. */
const descriptions: Readonly<Record<string, string>> = {
  [layout.snapshot.name]: 'What the study was started with, by hash',
  [layout.studyFile.name]: 'The study file as it was run',
  [layout.designTable.name]: 'Inputs of each run',
  [layout.resultsTable.name]: 'Inputs, outputs and status of each run',
  [layout.runsTable.name]: 'Every attempt of each run, with its job on the platform',
  [layout.summary.name]: 'Counts, findings and statistics of the results',
  [layout.reportPage.name]: 'The results as a page with figures, for a browser',
  [layout.manifest.name]: 'What made the results, and their hashes',
  [layout.reuse.name]: 'Finished runs of other studies that were to stand for runs of this one',
  [crateFiles.studyFiles.name]: 'The true paths of the files in study-files',
  [crateFiles.revisionFiles.name]: 'The files of each revision of the study, and where each is',
  [crateFiles.jobs.name]: "The study's jobs in this archive",
};

const folders: Readonly<Record<string, string>> = {
  [layout.allOutcomes.prefix]: 'What became of each run, a file for each job',
  [layout.allRunKeys.prefix]: 'What decides the result of each done run, by hash',
  [layout.allRuns.prefix]: 'Files that were collected of runs: runs/RUN/ATTEMPT/',
  [layout.allPacks.prefix]:
    'Short files that were collected of runs, some runs in one file: its first line tells which',
  [layout.allRevisions.prefix]: 'When the files of the study were mended, and how, by hash',
  [layout.allRecomputed.prefix]: 'What runs came to by outputs that were amended',
  [crateFiles.revisionFilesFolder]: 'Mended files, with which failed runs were run again',
  [crateFiles.studyFilesFolder]: 'The study file and all that it names, ready to be run again',
};

const formats: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
};

/** The text of the metadata file: equal for equal facts. */
export function crateMetadata(facts: CrateFacts): string {
  const { snapshot, jobs } = facts;
  const listed = facts.files.filter(
    ({ path }) => !path.includes('/') || path.startsWith(crateFiles.studyFilesFolder),
  );
  const parts = new Set(facts.files.flatMap(({ path }) => folderOf(path)));
  const entities: Entity[] = [
    {
      '@id': crateFiles.metadata,
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: `Study ${snapshot.studyName}`,
      description: `Design-of-experiments study ${snapshot.studyId}${facts.state === undefined ? '' : `, ${facts.state}`}, with its inputs, tables, statistics and outcomes`,
      identifier: snapshot.studyId,
      datePublished: facts.archivedAt,
      dateCreated: snapshot.createdAt,
      license: { '@id': licenseId(facts) },
      author: { '@id': '#agent' },
      publisher: { '@id': '#publisher' },
      hasPart: [...listed.map(({ path }) => path), ...parts].map(reference),
      mentions: [{ '@id': '#run' }, ...jobs.map(({ jobId }) => ({ '@id': jobKey(jobId) }))],
    },
    runOf(facts),
    {
      '@id': '#engine',
      '@type': 'SoftwareApplication',
      name: 'doeflow',
      softwareVersion: snapshot.engineVersion,
    },
    ...partiesOf(snapshot),
    {
      '@id': licenseId(facts),
      '@type': 'CreativeWork',
      name: facts.license ?? 'No licence',
      description: facts.license ?? noLicense,
    },
    ...[...parts].map((path) => ({
      '@id': idOf(path),
      '@type': 'Dataset',
      name: path,
      description: folders[path] ?? `What the engine kept in ${path}`,
    })),
    ...listed.map(({ path, name, bytes, sha256 }) => ({
      '@id': idOf(path),
      '@type': 'File',
      name,
      ...(descriptions[path] === undefined ? {} : { description: descriptions[path] }),
      contentSize: String(bytes),
      encodingFormat: formats[/\.([a-z]+)$/u.exec(path)?.[1] ?? ''] ?? 'application/octet-stream',
      identifier: `sha256:${sha256}`,
    })),
    ...jobs.map(({ jobId, version, bag }) => ({
      '@id': jobKey(jobId),
      '@type': 'CreativeWork',
      name: `Job ${jobId}, version ${version}`,
      identifier: jobId,
      description: `A BagIt bag in the same archive: ${bag}`,
    })),
  ];
  const whole = { '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': entities };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** The study as what happened: what went in, what came out, when and by whom. */
function runOf({ snapshot, endedAt, files, state }: CrateFacts): Entity {
  const has = (path: string): boolean => files.some((file) => file.path === path);
  const results = [
    layout.designTable,
    layout.resultsTable,
    layout.runsTable,
    layout.summary,
  ].flatMap(({ name }) => (has(name) ? [reference(name)] : []));
  return {
    '@id': '#run',
    '@type': 'CreateAction',
    name: `Run of the study ${snapshot.studyName}`,
    startTime: snapshot.createdAt,
    ...(endedAt === undefined ? {} : { endTime: endedAt }),
    ...(state === undefined ? {} : { description: state }),
    agent: { '@id': '#agent' },
    instrument: { '@id': '#engine' },
    object: [reference(layout.snapshot.name), reference(crateFiles.studyFilesFolder)],
    result: results,
  };
}

/** Whose account of the platform it was, as far as that is known, and which platform. */
function partiesOf({ platform }: StudySnapshot): readonly Entity[] {
  const account = platform?.kind === 'configured' ? platform.account : undefined;
  const place = platform?.kind === 'configured' ? platform.baseUrl : 'a local platform';
  return [
    account === undefined
      ? { '@id': '#agent', '@type': 'Organization', name: `Owner of the account at ${place}` }
      : { '@id': '#agent', '@type': 'Person', name: account, affiliation: { '@id': '#publisher' } },
    {
      '@id': '#publisher',
      '@type': 'Organization',
      name: `Workspace at ${place}`,
      ...(platform?.kind === 'configured' ? { url: platform.baseUrl } : {}),
    },
  ];
}

/** An address stands for itself. */
function licenseId({ license }: CrateFacts): string {
  return license !== undefined && /^https?:\/\/\S+$/u.test(license) ? license : '#license';
}

function folderOf(path: string): readonly string[] {
  const end = path.indexOf('/');
  return end < 0 ? [] : [path.slice(0, end + 1)];
}

function jobKey(jobId: string): string {
  return `#job-${encodeURIComponent(jobId)}`;
}

function reference(path: string): { readonly '@id': string } {
  return { '@id': idOf(path) };
}

function idOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
