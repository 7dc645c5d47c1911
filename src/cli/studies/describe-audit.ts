import type { AuditFaultKind, AuditReport } from '../../audit/index.ts';
import { countOf, formatBytes } from '../format-quantities.ts';
import type { Block, View } from '../output/view.ts';
import { escapedLine } from '../printable.ts';

/** Faults and notes that people are shown; `--json` has more. */
const mostShown = 50;

/** The kinds of fault as a person reads them. */
const kindWords: Readonly<Record<AuditFaultKind, string>> = {
  'paid-twice': 'paid twice',
  'not-accounted': 'not accounted for',
  'left-on': 'left on',
  missing: 'missing',
  changed: 'changed',
  contradiction: 'contradiction',
};

const platformWords: Readonly<Record<AuditReport['platform'], string>> = {
  whole: 'its records of jobs, runs, files and clusters were compared',
  partly: 'compared as far as it still has the records; the notes say what it lacks',
  'not asked': 'not asked: what it executed and took money for was not compared',
};

/** What an audit found, in all voices. */
export function describeAudit(studyId: string, report: AuditReport): View {
  const { clean, ended, runs, runsEnded, attempts, jobs, submits, clusters } = report;
  const faults = report.faults
    .slice(0, mostShown)
    .map(({ kind, subject, message }) => escapedLine(`${kindWords[kind]}: ${subject} ${message}`));
  const more = report.faultCount - faults.length;
  const notes = report.notes.slice(0, mostShown).map((note) => `note: ${escapedLine(note)}`);
  const verdict = clean
    ? `${studyId} is clean${ended ? '' : ' so far'}.`
    : `${studyId} is not clean: ${countOf(report.faultCount, 'fault')}.`;
  const human: Block[] = [
    { kind: 'text', lines: [verdict] },
    {
      kind: 'facts',
      rows: [
        ['runs', `${runsEnded} of ${runs} ended, ${countOf(attempts - runsEnded, 'repeat')}`],
        ['jobs', `${jobs} created, ${countOf(submits, 'submit')} confirmed`],
        ['clusters', `${clusters} made`],
        ['read', `${countOf(report.files, 'file')}, ${formatBytes(report.bytes)}`],
        ['values', `${report.values} compared with what the files give`],
        ['platform', platformWords[report.platform]],
      ],
    },
    ...(faults.length === 0 ? [] : [{ kind: 'text' as const, lines: faults }]),
    ...(more > 0
      ? [
          {
            kind: 'text' as const,
            lines: [`… and ${countOf(more, 'more fault')}; --json has more of them`],
          },
        ]
      : []),
    ...(notes.length === 0 ? [] : [{ kind: 'text' as const, lines: notes }]),
  ];
  return { json: { studyId, ...report }, human, quiet: clean ? 'clean' : faults.join('\n') };
}
