/** A study file before it is written: what was found elsewhere, and what a person still has to say. */
import { fillInTitle, schemaFileText, schemaFileName, schemaLine } from '../../study-file/index.ts';

/** A value in a flow map of YAML. */
export type DraftValue =
  | string
  | number
  | boolean
  | undefined
  | readonly DraftValue[]
  | { readonly [key: string]: DraftValue };

/** One entry of a list, with a remark behind it. */
export interface DraftEntry {
  readonly value: { readonly [key: string]: DraftValue };
  readonly remark?: string | undefined;
}

export interface StudyDraft {
  readonly name: string;
  /** Where it is from, as a comment at the top. */
  readonly origin: string;
  readonly variables: readonly DraftEntry[];
  /** Lines of comments below the variables, such as an output to fill in. */
  readonly variableHints?: readonly string[];
  readonly design: { readonly [key: string]: DraftValue };
  readonly job: { readonly [key: string]: DraftValue };
  readonly statistics?: { readonly [key: string]: DraftValue } | undefined;
  /** Sentences: what could not be carried over. Each becomes a comment. */
  readonly notCarriedOver?: readonly string[];
  /** Sentences: what a person has to fill in before the study means something. */
  readonly toFillIn: readonly string[];
  /** Names of files that a person has to bring. */
  readonly awaits?: readonly string[];
  /** True where a mistake is mended in the study file; else it is in what the study is made of. */
  readonly isMendedInStudy?: boolean;
  /** Further files of the study: name -> text. */
  readonly files?: Readonly<Record<string, string>>;
  /** The person's own files, copied beside the study file: name -> where it is. */
  readonly copies?: Readonly<Record<string, string>>;
}

/** What stands for the machines until a person says which. */
export const draftHardware = {
  coreType: 'emerald',
  coresPerSlot: 1,
  slots: 2,
  walltime: 1,
} as const;

/** A program of the user's own. */
export const draftAnalysis = { code: 'user_included', version: '0' } as const;

/** File name -> text: the study file, what it is linked to, and further files of the study. */
export function draftFiles(draft: StudyDraft): Readonly<Record<string, string>> {
  return { 'study.yaml': draftText(draft), ...draft.files, [schemaFileName]: schemaFileText() };
}

/** The text of the study file. */
export function draftText(draft: StudyDraft): string {
  const { name, origin, variables, variableHints = [], design, job, statistics } = draft;
  const { notCarriedOver = [], toFillIn } = draft;
  return [
    schemaLine,
    ...comment([origin, 'Check it: doeflow plan']),
    ...(toFillIn.length === 0 ? [] : comment([fillInTitle, ...toFillIn.map((one) => `- ${one}`)])),
    ...(notCarriedOver.length === 0
      ? []
      : comment(['Not carried over:', ...notCarriedOver.map((one) => `- ${one}`)])),
    `name: ${name}`,
    'variables:',
    ...variables.map(
      ({ value, remark }) =>
        `  - ${flow(value)}${remark === undefined ? '' : `   # ${oneLine(remark)}`}`,
    ),
    ...variableHints.map((line) => `  # ${oneLine(line)}`),
    `design: ${flow(design)}`,
    'job:',
    ...Object.entries(job).flatMap(([key, value]) =>
      value === undefined ? [] : [`  ${key}: ${flow(value)}`],
    ),
    ...(statistics === undefined ? [] : [`statistics: ${flow(statistics)}`]),
    '',
  ].join('\n');
}

function comment(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `# ${oneLine(line)}`);
}

/** What others wrote must not end a comment. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function flow(value: DraftValue): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === undefined) return 'null';
  if (Array.isArray(value)) return `[${value.map((one: DraftValue) => flow(one)).join(', ')}]`;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{${entries.map(([key, one]) => `${flow(key)}: ${flow(one)}`).join(', ')}}`;
}

/** Texts that YAML reads as themselves, in a flow map too. */
function isPlain(text: string): boolean {
  if (/^(?:true|false|null|yes|no|on|off|y|n|nan|inf)$/iu.test(text)) return false;
  return /^[A-Za-z_][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/u.test(text);
}
