// @ts-check
/**
 * Who may import whom: the one matrix that lint, the architecture test and docs/architecture.md read. Rooms stand in order,
 * each may import rooms above it in this list only, so no circle can arise. It holds for types too; tests and bench are free.
 */
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';

const pure = [
  ...['src/numbers', 'src/distributions', 'src/design'],
  ...['src/run', 'src/study', 'src/analysis'],
];
const base = [...pure, 'src', 'src/files'];
const engine = [
  ...[...base, 'src/expressions', 'src/templates', 'src/shell', 'src/study-file'],
  ...['src/objects', 'src/store'],
  ...[
    'src/extract',
    'src/tables',
    'src/summary',
    'src/report',
    'src/archive',
    'src/notify',
    'src/recurrence',
    'src/platform-api',
    'src/take-over',
    'src/sealing',
    'src/temporal',
    'src/look',
    'src/reaper',
  ],
];

/** @type {readonly import('./eslint.walls.d.ts').Room[]} */
export const rooms = [
  room('src', 'single files that many rooms need, such as the errors', []),
  room('src/numbers', 'numbers as text', ['src/errors.ts']),
  room('src/distributions', 'quantiles of distributions', pureBelow('src/distributions')),
  room('src/design', 'design methods', pureBelow('src/design')),
  room('src/run', 'the life of a run; the shapes that workflows and activities say to each other', [
    ...pureBelow('src/run'),
    'src/fresh-shell.ts',
    'src/platform-id.ts',
    'src/quote-shell.ts',
    'src/printable.ts',
  ]),
  room('src/study', 'study and plan', pureBelow('src/study')),
  room('src/analysis', 'statistics', pureBelow('src/analysis')),
  room('src/files', 'names, contents and locks on disk', ['src'], ['node', 'libsql']),
  room('src/expressions', 'the sandbox for expressions', base, ['mathjs', 're2js', 'node:module']),
  room('src/templates', 'rendering of `${x}`', base),
  room('src/shell', 'values `${x}` in commands', [...base, 'src/templates']),
  room(
    'src/study-file',
    'YAML to a study, its JSON Schema, source positions',
    [...base, 'src/expressions', 'src/templates', 'src/shell'],
    ['node', 'csv-parse', 'yaml', 'zod'],
  ),
  room(
    'src/objects',
    'objects by key, in a folder or S3; documents in them',
    ['src', 'src/files'],
    ['node', '@aws-sdk/client-s3', 'zod'],
  ),
  room(
    'src/store',
    'every file of a study: snapshot, job spec, ledgers',
    [...base, 'src/objects'],
    ['node', 'zod'],
  ),
  room(
    'src/extract',
    'outputs out of files',
    [...base, 'src/expressions', 'src/templates', 'src/store'],
    ['node', 'csv-parse', 'picomatch'],
  ),
  room(
    'src/tables',
    'design and results tables',
    [...base, 'src/expressions', 'src/templates', 'src/store'],
    ['node', 'csv-parse', 'csv-stringify'],
  ),
  room(
    'src/summary',
    'analysis of a table, the summary document',
    [...base, 'src/expressions', 'src/templates', 'src/store', 'src/tables'],
    ['node', 'zod'],
  ),
  room(
    'src/report',
    'the HTML report: sections, figures, the page and its script',
    [...base, 'src/expressions', 'src/templates', 'src/store', 'src/tables', 'src/summary'],
    ['node', 'echarts', 'esbuild'],
  ),
  room(
    'src/archive',
    'what an archive holds: bags, crates, proofs; knows no platform client',
    [
      ...[...base, 'src/expressions', 'src/templates', 'src/study-file', 'src/objects'],
      ...['src/store', 'src/extract', 'src/tables', 'src/summary'],
    ],
    ['node', 'zod'],
  ),
  room(
    'src/notify',
    'telling people of what happens: to whom, by which way, once for each event',
    [...base, 'src/objects', 'src/store'],
    ['node', 'zod'],
  ),
  room(
    'src/recurrence',
    'studies that come again: standing orders, and the comparison of comings',
    [...base, 'src/objects', 'src/store', 'src/tables'],
    ['node', 'zod'],
  ),
  room(
    'src/platform-api',
    "the platform's HTTP API: schemas, client, errors; knows jobs, not studies",
    ['src', 'src/files'],
    ['node', 'undici', 'zod'],
  ),
  room(
    'src/take-over',
    'which of several homes with the past of one store goes on, by marks on the platform',
    ['src', 'src/files', 'src/store', 'src/platform-api'],
    ['node', 'zod'],
  ),
  room(
    'src/local-platform',
    'the platform served on this machine',
    [
      ...['src', 'src/files', 'src/numbers', 'src/distributions', 'src/design', 'src/templates'],
      'src/platform-api/schemas/index.ts',
    ],
    [
      ...['node', '@fastify/multipart', 'csv-parse', 'fastify', 'libsql', 'picomatch'],
      ...['range-parser', 'tar', 'yaml', 'yauzl', 'zod'],
    ],
  ),
  room(
    'src/sealing',
    "who may speak to our workflows: keys, seals and envelopes of Temporal's payloads",
    ['src', 'src/files'],
    ['node', '@temporalio/client', '@temporalio/common'],
  ),
  room(
    'src/temporal',
    'names, search attributes, connection, the embedded server',
    ['src', 'src/files', 'src/sealing'],
    [
      ...['node', '@temporalio/client', '@temporalio/common', '@temporalio/envconfig'],
      ...['@temporalio/worker', 'esbuild', 'protobufjs', 'semver', 'tar', 'zod'],
    ],
  ),
  room(
    'src/look',
    'one look at an open study: how far it is, and what it waits for',
    [...base, 'src/sealing', 'src/temporal'],
    ['@temporalio/client', '@temporalio/common'],
  ),
  room('src/reaper', 'clusters and jobs that nobody answers for: found, and ended or reported', [
    ...base,
    'src/objects',
    'src/store',
    'src/platform-api',
    'src/temporal',
  ]),
  room(
    'src/audit',
    "whether a study's records, files and the platform agree, and each run was paid for once",
    [
      ...[...base, 'src/expressions', 'src/templates', 'src/objects', 'src/store'],
      ...['src/extract', 'src/tables', 'src/summary', 'src/platform-api'],
    ],
    ['node', 'zod'],
  ),
  room(
    'src/host',
    'supervisor, settings, doctor: what runs on this machine',
    [
      ...['src', 'src/files', 'src/objects', 'src/notify', 'src/platform-api', 'src/sealing'],
      'src/temporal',
    ],
    ['node', '@temporalio/envconfig', 'esbuild', 'libsql', 'yaml', 'zod'],
  ),
  room(
    'workflows',
    'the story of a study, a job, a cluster; deterministic',
    ['src/errors.ts', 'src/run', 'src/sealing/envelope.ts', 'src/temporal/names.ts'],
    ['@temporalio/common', '@temporalio/workflow'],
  ),
  room('activities', 'one effect each: a call of the platform, a step of the study', engine, [
    'node',
    '@temporalio/activity',
    '@temporalio/common',
    'p-map',
    'zod',
  ]),
  room(
    'worker',
    'one worker: its start, its bundle of the workflows',
    [...engine, 'src/host', 'activities'],
    ['node', '@temporalio/client', '@temporalio/common', '@temporalio/worker', 'pino'],
  ),
  room(
    'src/cli',
    'the command line; starts the other programs as processes',
    [
      ...[...engine, 'src/audit', 'src/host'],
      ...['worker/main.ts', 'workflows/messages.ts', 'workflows/archive-messages.ts'],
      'workflows/index.ts',
    ],
    [
      ...['node', '@temporalio/client', '@temporalio/common', 'cli-table3', 'commander'],
      ...['csv-stringify', 'hyparquet-writer', 'picocolors', 'zod'],
    ],
  ),
];

/** @param {string} path */
export function roomOf(path) {
  const [top = '', second = '', ...rest] = path.split('/');
  const name = top === 'src' && rest.length > 0 ? `src/${second}` : top;
  return rooms.find((one) => one.name === name);
}

/** @param {string} from path from the project's folder @param {string} specifier as written */
export function whyForbidden(from, specifier) {
  const importer = roomOf(from);
  if (importer === undefined) return undefined;
  if (!specifier.startsWith('.')) {
    if (mayUsePackage(importer.packages, specifier)) return undefined;
    return `${importer.name} must not import the package ${specifier}; it may import: ${list(importer.packages)}.`;
  }
  const target = posix.join(posix.dirname(from), specifier);
  const imported = roomOf(target)?.name;
  const allowed = [importer.name, ...importer.uses];
  if (allowed.includes(target) || (imported !== undefined && allowed.includes(imported))) {
    return undefined;
  }
  return `${importer.name} must not import ${target}; it may import: ${list(importer.uses)}.`;
}

/** @param {readonly string[]} packages @param {string} specifier */
function mayUsePackage(packages, specifier) {
  if (isBuiltin(specifier)) return packages.includes('node') || packages.includes(specifier);
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  return packages.includes(parts.join('/'));
}

/** @param {readonly string[]} names */
function list(names) {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** @param {string} name @param {string} holds @param {readonly string[]} uses @param {readonly string[]} packages */
function room(name, holds, uses, packages = []) {
  return { name, holds, uses, packages };
}

/** The pure rooms in front of one, and the errors. @param {string} name */
function pureBelow(name) {
  return ['src/errors.ts', ...pure.slice(0, pure.indexOf(name))];
}
