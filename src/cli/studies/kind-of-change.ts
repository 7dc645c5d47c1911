/** What of a study has changed, as far as it matters for paying again. Pure. */
import { canonicalJson } from '../../study-file/index.ts';
import type { Study, Variable } from '../../study/study.ts';

/** `words`: only what people read; `reading`: also how outputs are read and judged; `runs`: what runs. */
export type KindOfChange = 'words' | 'reading' | 'runs';

/** One of two states of a study. */
export interface StudyState {
  readonly study: Study;
  /** The files that it names. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

/** The least that says all that differs between two states. */
export function kindOfChange(before: StudyState, after: StudyState): KindOfChange {
  if (filesOf(before) !== filesOf(after)) return 'runs';
  const isEqual = (strip: (study: Study) => unknown): boolean =>
    canonicalJson(strip(before.study)) === canonicalJson(strip(after.study));
  if (isEqual(withoutWords)) return 'words';
  return isEqual(withoutReading) ? 'reading' : 'runs';
}

function filesOf({ files }: StudyState): string {
  return canonicalJson(files.map(({ path, sha256 }) => `${sha256} ${path}`).sort());
}

function withoutWords({ description: _description, variables, ...study }: Study) {
  return {
    ...study,
    variables: variables.map(({ unit: _unit, label: _label, ...variable }: Variable) => variable),
  };
}

/** Which runs there are, and what each executes. */
function withoutReading(study: Study): unknown {
  const { variables, ...kept } = withoutWords(study);
  const inputs = variables.filter(({ type }) => /^(?:Param|Design|Case)$/u.test(type));
  const computed = { findings: undefined, statistics: undefined, regression: undefined };
  return { ...kept, ...computed, variables: inputs };
}
