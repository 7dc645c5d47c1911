import type { AuditFaultKind, AuditReport } from '../../audit/index.ts';
import { countOf, formatBytes, subjectOf } from '../format-quantities.ts';
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

/** What a clean verdict stands on. */
const cleanWords: Readonly<Record<AuditReport['platform'], string>> = {
  whole: '',
  partly: ' as far as the platform still has its records',
  'not asked': ' by its own records alone; the platform was not asked',
};

/** What was looked at of the platform's own copies of collected files. */
const copyWords: Readonly<Record<AuditReport['platformCopies'], string>> = {
  read: 'its own copies of the collected files were read and compared',
  checksums:
    'the checksums that it lists were compared; the contents of its own copies were not read (--deep reads them)',
  'not asked': '',
};

/** What a person does about faults of a kind. */
const nextWords: Readonly<Record<AuditFaultKind, string>> = {
  'paid-twice':
    'what was paid beside the study stands on the bill: look at it with doeflow api GET v2/jobs/ID/ (or v3/clusters/ID/), and ask the platform for its price back where it was its doing; of a job that was deleted since only the bill tells more',
  'not-accounted':
    'look at it on the platform: doeflow api GET v2/jobs/ID/; where nobody of yours made it, somebody else has the token',
  'left-on': 'end it: doeflow reap',
  missing:
    'put the file back from a backup or an archive; what only the copy among the results lacks: doeflow results STUDY --to FOLDER makes it once more; runs without outcomes: doeflow retry STUDY --failed runs them again, and pays for them again',
  changed:
    'put the file back from a backup or an archive; the copy among the results is made once more by doeflow results STUDY --to FOLDER',
  contradiction:
    'don’t use the table before it is clear which of the two is right: the files of the run, below runs/, are what the model wrote',
};

/** What an audit found, in all voices. */
export function describeAudit(studyId: string, report: AuditReport): View {
  const { clean, ended, runs, runsEnded, attempts, jobs, clusters } = report;
  const faults = report.faults
    .slice(0, mostShown)
    .map(({ kind, subject, message }) => escapedLine(`${kindWords[kind]}: ${subject} ${message}`));
  const more = report.faultCount - faults.length;
  const notes = report.notes.slice(0, mostShown).map((note) => `note: ${escapedLine(note)}`);
  const sofar = ended ? '' : ' so far';
  const unproven = `No fault was found in ${studyId}${sofar}, and it can't be called clean: ${subjectOf(report.goneJobs, 'job', 'are')} no longer on the platform, and what it knew of ${report.goneJobs === 1 ? 'it' : 'them'} was not compared (see the notes)`;
  const verdict = !clean
    ? `${studyId} is not clean: ${countOf(report.faultCount, 'fault')}.`
    : report.goneJobs > 0
      ? `${unproven}.`
      : `${studyId} is clean${sofar}${cleanWords[report.platform]}.`;
  const human: Block[] = [
    { kind: 'text', lines: [verdict] },
    {
      kind: 'facts',
      rows: [
        ['runs', `${runsEnded} of ${runs} ended, ${countOf(attempts - runsEnded, 'repeat')}`],
        ...(report.reused === 0
          ? []
          : [
              [
                'reused',
                `${countOf(report.reused, 'run')}, compared with those of the studies that paid for them`,
              ] as const,
            ]),
        ['begun again', begunWords(report)],
        ['jobs', `${jobs} created, ${submitWords(report)}`],
        ['clusters', `${clusters} made`],
        ['read', `${countOf(report.files, 'file')}, ${formatBytes(report.bytes)}`],
        ['values', `${report.values} compared with what the files give`],
        ['platform', platformWords[report.platform]],
        ...(report.platformCopies === 'not asked'
          ? []
          : [['its files', copyWords[report.platformCopies]] as const]),
      ],
    },
    ...(faults.length === 0 ? [] : [{ kind: 'text' as const, lines: faults }]),
    ...(faults.length === 0 ? [] : [{ kind: 'text' as const, lines: nextLines(report) }]),
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
  return {
    json: { studyId, ...report },
    human,
    quiet: !clean ? faults.join('\n') : report.goneJobs > 0 ? unproven : 'clean',
  };
}

/** Each submit is confirmed by its answer, or by a later look where that was lost. */
function submitWords({ submits, submitsFound }: AuditReport): string {
  const found = submitsFound === 0 ? '' : ` (${submitsFound} by a later look)`;
  return `${countOf(submits, 'submit')} confirmed${found}`;
}

/** Whether the platform itself began runs anew, which is no repeat that the study asked for. */
function begunWords({ platform, runsBegunAgain }: AuditReport): string {
  if (runsBegunAgain !== null) {
    return `${subjectOf(runsBegunAgain, 'run', 'were')} begun more than once by the platform itself`;
  }
  if (platform === 'not asked') return 'the platform was not asked whether it began runs anew';
  return 'not known: this platform keeps no record of how often it began a run';
}

/** What to do, a line for each kind of fault that was found. */
function nextLines({ faults }: AuditReport): readonly string[] {
  const kinds = new Set(faults.map(({ kind }) => kind));
  return [...kinds].map((kind) => `what to do, ${kindWords[kind]}: ${nextWords[kind]}`);
}
