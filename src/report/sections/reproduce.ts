import { pathWord } from '../../quote-shell.ts';
import type { MakeSection } from '../section-input.ts';

/** What made the results, and how to make them again. */
export const reproduceSection: MakeSection = (input) => {
  const { study, snapshot, engineVersion, plan, studyText } = input;
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
          { name: 'Started', value: snapshot.createdAt },
          { name: 'Design', value: study.design.method, note: `seed ${study.design.seed}` },
          { name: 'Analysis', value: codes.join(', ') },
          { name: 'Engine', value: `doeflow ${engineVersion}` },
          { name: 'Hash of the plan', value: snapshot.planHash },
        ],
      },
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
            [
              `run the same design again, and pay for it again: in the folder of ${studyFile}`,
              `doeflow run ${pathWord(studyFile)} --again`,
            ],
          ],
        },
      },
      {
        kind: 'table',
        title: 'Files that it read',
        table: {
          head: ['file', 'role', 'bytes', 'SHA-256'],
          rows: [
            [studyFile, 'study file', null, snapshot.studyFile.sha256],
            ...snapshot.files.map(({ path, role, bytes, sha256 }) => [path, role, bytes, sha256]),
          ],
        },
      },
      { kind: 'source', title: 'The study file', text: studyText, isFolded: true },
    ],
  };
};
