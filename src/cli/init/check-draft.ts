/** A drafted study is read as `doeflow plan` will read it, before it is written. */
import { join, relative, resolve } from 'node:path';
import { StudyError, UsageError, type StudyIssue } from '../../errors.ts';
import { loadStudyText, planLoadedStudy } from '../../study-file/index.ts';
import { draftFiles, type StudyDraft } from './study-draft.ts';

/** Where a draft is from, and where it goes. */
export interface DraftPlace {
  readonly cwd: string;
  /** Of the study; absolute. */
  readonly folder: string;
  /** As the person named it. */
  readonly source: string;
}

/**
 * @returns what a person has to mend in the study file before it can be planned; without the files that they bring
 * @throws UsageError where the source itself has to be mended
 */
export function checkDraft(draft: StudyDraft, place: DraftPlace): readonly StudyIssue[] {
  const findings = findingsOf(draft, place.folder).filter(
    ({ message }) =>
      !(draft.awaits ?? []).some((name) =>
        message.startsWith(`The file ${JSON.stringify(name)} doesn't exist`),
      ),
  );
  if (findings.length === 0 || draft.isMendedInStudy === true) return findings;
  // What is wrong in the person's own files comes first: a finding about the draft may follow from it.
  const ofStudy = (one: StudyIssue): boolean => one.file === join(place.folder, 'study.yaml');
  const ordered = [...findings].sort((a, b) => Number(ofStudy(a)) - Number(ofStudy(b)));
  const [first] = ordered;
  const textHint = first?.message.includes('unknown name')
    ? '; text that stays as it is, is written as ${r"${HOME}"}'
    : '';
  throw new UsageError(
    'USAGE_INIT',
    [
      'The study would be refused, so nothing was written:',
      ...ordered.map((one) => `${placeOf(one, draft, place)}${messageOf(one, draft, place)}`),
    ].join('\n  '),
    {
      hint: `${first?.hint ?? `Mend it in ${place.source}, then repeat the command`}${textHint}`,
    },
  );
}

function findingsOf(draft: StudyDraft, folder: string): readonly StudyIssue[] {
  const files = draftFiles(draft);
  const copied = Object.entries(draft.copies ?? {}).map(([name, at]) => [name, { at }] as const);
  const unwritten = { ...Object.fromEntries(copied), ...files };
  try {
    planLoadedStudy(
      loadStudyText(files['study.yaml'] ?? '', join(folder, 'study.yaml'), { unwritten }),
    );
    return [];
  } catch (error) {
    if (error instanceof StudyError) return error.issues;
    throw error;
  }
}

/** A finding about a table may name it in its sentence, as the study file writes it. */
function messageOf(
  { message }: StudyIssue,
  { design }: StudyDraft,
  { source }: DraftPlace,
): string {
  const { file } = design;
  const isNamed = typeof file === 'string' && message.startsWith(`${file}:`);
  return isNamed ? `${source}${message.slice(file.length)}` : message;
}

/** Where a finding is in what the person has: the draft itself is no file yet. */
function placeOf({ file, line, column }: StudyIssue, draft: StudyDraft, place: DraftPlace): string {
  if (file === join(place.folder, 'study.yaml')) return '';
  // A copy with other placeholders has the same lines.
  if (draft.files?.[file] !== undefined) return `${place.source}:${line}: `;
  return `${relative(place.cwd, draft.copies?.[file] ?? resolve(place.folder, file))}:${line}:${column}: `;
}
