/** Verbs of the command line, those with verbs of their own last; a test holds them against the command line's own list. */
const plainVerbs =
  'init|validate|plan|designs|render|schema|run|start|watch|list|status|runs|logs|results|compare|analyze|report|why|stop|verify|reap|prune|backup|restore|pause|resume|budget|amend|retry|dev|worker|platform|api|login|config|doctor|completion';
const parentVerbs = 'schedule|archive|notify';
const temporalVerbs = 'workflow [a-z-]+|activity [a-z-]+|operator [a-z-]+ [a-z-]+|server [a-z-]+';

/** An option. */
const option = String.raw`--?[a-z][a-z-]*[a-z]`;
/** An argument that is no plain word of a sentence: it has a digit, a capital or a sign in it, or names a file. */
const argument = String.raw`(?=[\w./%@=+:-]*[^a-z\s.,;:!?)])[\w/%@=+-](?:[\w./%:@=+-]*[\w/%])?|[\w/-]+\.(?:ya?ml|csv|html)`;
const further = String.raw`(?: (?:${option}|"[^"\x60|\n]*"|${argument}))*`;

const command = new RegExp(
  String.raw`(?<![\w\x60/-])(?:doeflow (?:(?:${parentVerbs})(?: [a-z]+)?|${plainVerbs})|temporal (?:${temporalVerbs}))(?![\w-])${further}|(?<![\w\x60-])--[a-z][a-z-]*[a-z]`,
  'gu',
);

/**
 * A text in pieces: commands (`doeflow retry beam-1 --failed`) and single options, and what stands between them. What a reader copies stands in
 * a code span: renderers of Markdown make a dash of `--` elsewhere.
 */
export function splitCommands(
  text: string,
): readonly { readonly text: string; readonly isCommand: boolean }[] {
  let end = 0;
  const pieces = Array.from(text.matchAll(command), (match) => {
    const before = { text: text.slice(end, match.index), isCommand: false };
    end = match.index + match[0].length;
    return [before, { text: match[0], isCommand: true }];
  }).flat();
  return [...pieces, { text: text.slice(end), isCommand: false }].filter(
    (piece) => piece.text !== '',
  );
}
