/** Places for values in texts of the user: `{x}` and `${x}`. */
import { drafted, outputToFillIn } from '../../study-file/index.ts';
import type { DraftEntry } from './study-draft.ts';

/** Names that shells have by themselves. */
const shellNames = new Set(
  'HOME PATH PWD OLDPWD USER LOGNAME SHELL TMPDIR HOSTNAME LANG'.split(' '),
);

const place = /(\$?)\{([A-Za-z_][A-Za-z0-9_]*)(\?c|\?string\((?:"[^"]*"|'[^']*')\))?\}/gu;

/** Values that a study gives to each run by itself. */
const ofRun = new Set(['run', 'replicate', 'seed']);

/** The names of the values in a text, each once, in order. @param onlyDollar `{x}` is text, where the text has braces of its own */
export function namesInPlaces(text: string, onlyDollar: boolean): readonly string[] {
  const names = [...text.matchAll(place)].flatMap(([, dollar, name = '']) =>
    (onlyDollar && dollar === '') || isOfShell(name) || ofRun.has(name) ? [] : [name],
  );
  return [...new Set(names)];
}

/** What looks like a place for a value, and has no name that a variable can have, each once: `{E-mod}`, `{1a}`. */
export function unusablePlaces(text: string): readonly string[] {
  const places = [...text.matchAll(/\$?\{[\p{L}\p{N}_][\p{L}\p{N}_.:%-]*\}/gu)].map(
    ([whole]) => whole,
  );
  // Numbers in braces, `{1..3}` and `${x:-y}` are the shell's own.
  const isOther = (whole: string): boolean =>
    /^\$?\{(?:\d+(?:\.\.\d+)*|[A-Za-z_]\w*)\}$/u.test(whole) || /^\$\{\w+[:%-]/u.test(whole);
  return [...new Set(places)].filter((whole) => !isOther(whole));
}

/** The text with `${x}` for every `{x}`. */
export function withDollars(text: string): string {
  return text.replaceAll(place, (whole, dollar: string, name: string) =>
    dollar === '' && !isOfShell(name) ? `$${whole}` : whole,
  );
}

/** A range for each name, or what stands for it; and the sentence that asks for it. */
export function proposeInputs(
  names: readonly string[],
  ranges: ReadonlyMap<string, readonly [number, number]>,
): { readonly variables: readonly DraftEntry[]; readonly toFillIn: readonly string[] } {
  const unknown = names.filter((name) => !ranges.has(name));
  return {
    variables: names.map((name) => {
      const [minvalue, maxvalue] = ranges.get(name) ?? [];
      const isKnown = minvalue !== undefined && maxvalue !== undefined;
      const settings = isKnown ? { minvalue, maxvalue } : drafted.settings;
      return {
        value: { name, type: 'Design', generator: 'Uniform', settings },
        remark: isKnown ? undefined : drafted.remark,
      };
    }),
    toFillIn: unknown.length === 0 ? [] : [`the range of ${unknown.join(', ')}`],
  };
}

/** Lines that show how an output is read, and the sentence that asks for one. */
export const outputHints = {
  variableHints: [
    'What to read of each run, such as:',
    '- {name: result, type: Output, from: {file: result.txt, key: result}}',
    "- {name: mass, type: Output, from: {stdout: 'mass = (\\S+)'}}",
  ],
  toFillIn: [`${outputToFillIn}: the examples below the variables show how`],
} as const;

function isOfShell(name: string): boolean {
  return shellNames.has(name) || name.startsWith('DOEFLOW_');
}
