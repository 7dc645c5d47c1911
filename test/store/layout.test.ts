import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  findingTable,
  isClusterLife,
  layout,
  numberOfOutcomes,
  numberOfPlatformJob,
  numberOfReservation,
} from '../../src/store/index.ts';

/** Names that only the layout may spell, as a whole literal or as the path that a literal begins or ends with. */
const storeNames = [
  /^(?:snapshot|status|checkpoint|price|statistics|findings|manifest|summary)\.json$/u,
  /^(?:design|results|runs)\.csv$/u,
  /^(?:jobs|outcomes|uploads|findings|ledger|runs)\/$/u,
  /-(?:platform|retry|hours)\.json$/u,
  /^\.ndjson$/u,
];

/** These rooms know nothing of the store, and an archive is laid out by files of its own: what they call jobs/ is theirs. */
const otherRooms = [
  'src/local-platform/',
  'src/platform-api/',
  'src/archive/archive-layout.ts',
  'src/archive/destination-layout.ts',
  // What a study file writes for a table of the results.
  'src/study/finding-values.ts',
];

describe('the layout of the store', () => {
  it('is the only file of the program that spells the names of objects', () => {
    const strangers = sourceFiles()
      .filter((path) => path !== 'src/store/layout.ts')
      .filter((path) => !otherRooms.some((room) => path.startsWith(room)))
      .flatMap((path) =>
        literalsOf(path)
          .filter((text) => storeNames.some((name) => name.test(text)))
          .map((text) => `${path}: ${text}`),
      );
    expect(strangers).toEqual([]);
    const own = literalsOf('src/store/layout.ts');
    for (const name of storeNames) expect(own.some((text) => name.test(text))).toBe(true);
  });

  it('names the objects of jobs, runs and uploads', () => {
    const named = [
      layout.jobSpec(3),
      layout.retryChoice(3),
      layout.jobCut(3),
      layout.platformJob(3),
      layout.jobCluster(3),
      layout.billedHours(3),
      layout.jobFile(3, 'param'),
      layout.outcomes(3),
      layout.judgedPage(3, 2),
      layout.runFiles(7, 2).file('plots/a.png'),
      layout.takenFiles('7-2').file('plots/a.png'),
      layout.upload({ sha256: 'ab', name: 'in/a b.txt', typeId: 1 }),
      layout.verifiedFindings('a/b'),
      layout.ledgerPage(1),
    ].map(({ name }) => name);
    expect(named).toEqual([
      'jobs/3.json',
      'jobs/3-retry.json',
      'jobs/3-cut.json',
      'jobs/3-platform.json',
      'jobs/3-cluster.json',
      'jobs/3-hours.json',
      'jobs/3/param-3.csv',
      'outcomes/3.ndjson',
      'outcomes/3/2.ndjson',
      'runs/7/2/plots/a.png',
      'taken/7-2/plots/a.png',
      'uploads/1-ab-a%20b.txt.json',
      'findings/a%2Fb.json',
      'ledger/1.json',
    ]);
  });

  it('reads the job number back from the name of its outcomes', () => {
    expect(['12.ndjson', 'x.ndjson', '12.json', '.ndjson'].map(numberOfOutcomes)).toEqual([
      12,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

function sourceFiles(): readonly string[] {
  return ['src', 'workflows', 'activities', 'worker'].flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true })
      .map((path) => join(folder, path))
      .filter((path) => path.endsWith('.ts')),
  );
}

/** Texts of all string literals, and the constant parts of template literals. */
function literalsOf(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ESNext, true));
  return found;
}

describe('the name of a record', () => {
  const below = (prefix: string, name: string): string => name.slice(prefix.length);

  it('tells its job, and that of any other file tells none', () => {
    const [platformJob, reservation] = [layout.platformJob(12), layout.reservation(12)].map(
      ({ name }) => below(layout.allJobs.prefix, name),
    );
    expect(numberOfPlatformJob(platformJob ?? '')).toBe(12);
    expect(numberOfReservation(reservation ?? '')).toBe(12);
    for (const name of ['12.json', 'x12-platform.json', '12-platform.json.bak', '-platform.json']) {
      expect(numberOfPlatformJob(name)).toBeUndefined();
    }
    for (const name of ['12.json', 'x12-reserved.json', '12-reserved.json.bak', '-reserved.json']) {
      expect(numberOfReservation(name)).toBeUndefined();
    }
    expect(numberOfPlatformJob(reservation ?? '')).toBeUndefined();
    expect(numberOfReservation(platformJob ?? '')).toBeUndefined();
  });

  it('tells that of a cluster’s life', () => {
    for (const id of ['c1', 'a/b', 'x-life']) {
      expect(isClusterLife(layout.clusterLife(id).name)).toBe(true);
    }
    const { name } = layout.clusterLife('c1');
    const others = [layout.clusterMade(1).name, layout.clusterReservation(1).name];
    for (const other of [...others, `${name}.bak`, `x${name}`, 'clusters/a/b-life.json']) {
      expect(isClusterLife(other)).toBe(false);
    }
  });
});

it('a finding may be each table of the results by its name, and nothing else', () => {
  const tables = [layout.resultsTable, layout.designTable, layout.runsTable, layout.statistics];
  for (const table of tables) expect(findingTable(table.name)).toBe(table);
  for (const name of ['summary.json', '', 'results']) expect(findingTable(name)).toBeUndefined();
});
