import type { MakeSection } from '../section-input.ts';

/** What made the results, and how to make them again. */
export const reproduceSection: MakeSection = (input) => {
  const { study, snapshot, engineVersion, plan, studyText } = input;
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
        kind: 'source',
        title: 'Commands',
        text: [
          `doeflow verify ${snapshot.studyId}      # each value as its files give it`,
          `doeflow results ${snapshot.studyId} --output results.csv`,
          `doeflow run study.yaml --again      # from the folder of the study file: the same design`,
        ].join('\n'),
      },
      {
        kind: 'table',
        title: 'Files that it read',
        table: {
          head: ['file', 'role', 'bytes', 'SHA-256'],
          rows: [
            [snapshot.studyFile.name, 'study file', null, snapshot.studyFile.sha256],
            ...snapshot.files.map(({ path, role, bytes, sha256 }) => [path, role, bytes, sha256]),
          ],
        },
      },
      { kind: 'source', title: 'The study file', text: studyText, isFolded: true },
    ],
  };
};
