/** Drafts of studies, read as `doeflow plan` reads them. */
import { draftFromDakota } from '../../../src/cli/init/from-dakota.ts';
import type { DraftContext } from '../../../src/cli/init/from-own-files.ts';
import { draftFiles, type StudyDraft } from '../../../src/cli/init/study-draft.ts';
import { parseStudy, planLoadedStudy } from '../../../src/study-file/index.ts';

/** What a draft is made in. @param files beside the source: name -> text */
export function context(files: Readonly<Record<string, string>> = {}): DraftContext {
  const fileBeside = (word: string) => (word in files ? word : undefined);
  const textBeside = (path: string) => files[path];
  return {
    name: 'drafted',
    source: 'given',
    ranges: new Map([['x', [1, 4]]]),
    fileBeside,
    textBeside,
  };
}

/** The study that a draft gives, as `doeflow plan` would read it, and what its text says. */
export function read(draft: StudyDraft, beside: Readonly<Record<string, string>> = {}) {
  const written = draftFiles(draft);
  const text = written['study.yaml'] ?? '';
  const all: Readonly<Record<string, string>> = { ...beside, ...written };
  const file = 'study.yaml';
  const parsed = parseStudy(text, {
    file,
    readFile: (path) => all[path],
    fileExists: (path) => path in all,
  });
  return { text, study: parsed.study, plan: planLoadedStudy({ ...parsed, file, text }) };
}

/** The study that is drafted of a Dakota input with these words in its blocks. */
export function dakota(
  variables: string,
  method = 'sampling samples = 20 seed = 3',
  more = '',
  beside: Readonly<Record<string, string>> = {},
) {
  const files = { 'driver.sh': '#!/bin/sh\n', ...beside };
  const text = `method\n ${method}\nvariables\n ${variables}\ninterface\n fork analysis_drivers = 'driver.sh'\n ${more}
responses\n response_functions = 1 descriptors 'f'\n no_gradients no_hessians\n`;
  return read(draftFromDakota(text, 'study.in', context(files)), files);
}

/** Where a variable of the study has its values from. */
export function sourceOf({ study }: Pick<ReturnType<typeof read>, 'study'>, index = 0): unknown {
  const variable = study.variables[index];
  return variable !== undefined && 'source' in variable ? variable.source : undefined;
}
