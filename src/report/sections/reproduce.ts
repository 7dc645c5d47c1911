import { pathWord } from '../../quote-shell.ts';
import { minuteOf } from '../minute-of.ts';
import type { Block } from '../report.ts';
import { isAmended, type AmendedRevision, type StudyRevision } from '../../store/index.ts';
import type { MakeSection } from '../section-input.ts';

/** What made the results, and how to make them again. */
export const reproduceSection: MakeSection = (input) => {
  const { study, snapshot, engineVersion, plan, studyText, revisions = [] } = input;
  const amendments = revisions.filter(isAmended);
  const amended = amendments.at(-1)?.revision;
  const studyFile = snapshot.studyFile.name;
  const codes = study.job.analyses.map(({ analysis }) =>
    analysis.version === undefined ? analysis.code : `${analysis.code} ${analysis.version}`,
  );
  return {
    id: 'reproduce',
    title: 'Reproduce',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { name: 'Study', value: snapshot.studyId },
          { name: 'Started', value: minuteOf(snapshot.createdAt) },
          { name: 'Design', value: study.design.method, note: `seed ${study.design.seed}` },
          { name: 'Analysis', value: codes.join(', ') },
          { name: 'Engine', value: `doeflow ${engineVersion}` },
          {
            name: 'Hash of the plan',
            value: snapshot.planHash,
            ...(amended === undefined ? {} : { note: `as amended by revision ${amended}` }),
          },
        ],
      },
      ...amendmentBlocks(amendments),
      ...(plan.notes.length === 0
        ? []
        : [{ kind: 'warnings' as const, title: 'Notes of the plan', texts: plan.notes }]),
      {
        kind: 'table',
        title: 'Commands',
        table: {
          head: ['to', 'command'],
          rows: [
            ['check each value against its files', `doeflow verify ${snapshot.studyId}`],
            ['have the table', `doeflow results ${snapshot.studyId} --output results.csv`],
            ...(amended === undefined
              ? []
              : [filesOfAmended(snapshot.studyId, studyFile, amended)]),
            [
              `run ${amended === undefined ? 'the same design' : `revision ${amended}`} again, and pay for it again: in the folder of ${studyFile}`,
              `doeflow run ${pathWord(studyFile)} --again`,
            ],
          ],
        },
      },
      {
        kind: 'table',
        title: amended === undefined ? 'Files that it read' : `Files of revision ${amended}`,
        table: {
          head: ['file', 'role', 'bytes', 'SHA-256'],
          rows: [
            [studyFile, 'study file', null, snapshot.studyFile.sha256],
            ...snapshot.files.map(({ path, role, bytes, sha256 }) => [path, role, bytes, sha256]),
          ],
        },
      },
      ...revisions
        .filter((one) => !isAmended(one) && one.revision > (amended ?? 0))
        .map((one) => mendedBlock(one, snapshot.files)),
      { kind: 'source', title: 'The study file', text: studyText, isFolded: true },
    ],
  };
};

/** What the study was amended by: its first files alone give other rows than these. */
function amendmentBlocks(amendments: readonly AmendedRevision[]): readonly Block[] {
  if (amendments.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Amendments',
      table: {
        head: ['revision', 'at', 'by', 'what', 'why'],
        rows: amendments.map(({ revision, createdAt, amendment: { by, why, changes } }) => [
          revision,
          createdAt,
          by,
          changes.join('; '),
          why ?? '',
        ]),
      },
    },
  ];
}

/** The files with which runs that had failed were run again: the table of the files before tells nothing of those. */
function mendedBlock({ revision, files }: StudyRevision, before: StudyRevision['files']): Block {
  const known = new Set(before.map(({ path, sha256 }) => `${path} ${sha256}`));
  return {
    kind: 'table',
    title: `Files mended by revision ${revision}: runs with that number in the column revision ran with them`,
    table: {
      head: ['file', 'role', 'bytes', 'SHA-256'],
      rows: files
        .filter(({ path, sha256 }) => !known.has(`${path} ${sha256}`))
        .map(({ path, role, bytes, sha256 }) => [path, role, bytes, sha256]),
    },
  };
}

/** How to see that files are those of the study as it was amended: those that it was started with are others. */
function filesOfAmended(studyId: string, studyFile: string, revision: number): [string, string] {
  return [
    `see whether a folder has the files of revision ${revision}`,
    `doeflow plan ${pathWord(studyFile)} --diff ${studyId}`,
  ];
}
