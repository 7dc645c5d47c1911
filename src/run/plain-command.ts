/**
 * Commands that can't tell a shell of their own from a copy of a fresh one: a few builtins and well-known programs with plain words and redirections, one after
 * another. Nothing in them names its shell (`$$`, `$0`), looks at it (`$-`, `jobs`), changes it for good (`set`, `trap`, `cd`) or runs beside it (`&`, `|`, `$(…)`).
 */

const blank = '[ \\t]';
const name = '(?!doeflow_)[a-z]\\w*';
/** Lower case has no meaning for a shell. */
const variable = `(?:${name}|DOEFLOW_\\w+)`;
const value = `\\$(?:${variable}(?!\\w)|\\{${variable}\\})`;
const word = `(?:[\\w./,:=+@-]|'[ -&(-~\\t]*'|"(?:[ #%-\\[\\]^_a-~\\t]|${value})*"|${value})+`;
const redirection = `(?:[012]?(?:>>|>|<)${blank}*${word}|[12]?>&[12](?![^\\s;&|]))`;
const words = wordsWith(redirection);

/** To and from files of the run's own folder, where a platform puts nothing that would have to be waited for. */
const redirectionHere = `(?:[012]?(?:>|<)${blank}*(?:/dev/null(?![\\w./])|(?!doeflow)[\\w.-]+(?=[\\s;&|]|$))|[12]?>&[12](?![^\\s;&|]))`;

function wordsWith(redirections: string): string {
  return `(?:${blank}+(?:${redirections}|${word}))*`;
}

/** Which no shell executes itself. */
const programs =
  'awk|bash|bc|cat|cp|cut|dash|expr|gawk|grep|head|ls|mkdir|mv|perl|python|python3|rm|sed|seq|sh|sort|tail|touch|tr|uniq|wc|[\\w.-]*/[\\w./-]+';

const builtins = builtinsWith(redirection);

function builtinsWith(redirections: string): readonly string[] {
  const words = wordsWith(redirections);
  return [
    `(?::|true|false|echo)${words}`,
    // A format that stands there: one could ask for the time at which the shell began.
    `printf${blank}+(?:'[ -&*-~\\t]*'|"(?:[ #%&*-\\[\\]^_a-~\\t]|\\\\[nt])*")${words}`,
    `read(?:${blank}+-r)?(?:${blank}+${name})+(?:${blank}+${redirections})*`,
    `${name}=(?:${word})?`,
  ];
}

function manyOf(kinds: readonly string[]): RegExp {
  const simple = `(?:${kinds.join('|')})`;
  const next = `${blank}*(?:;|&&|\\|\\||\\n+)${blank}*${simple}`;
  return new RegExp(`^[ \\t\\n]*${simple}(?:${next})*${blank}*;?[ \\t\\n]*$`, 'u');
}

const plain = manyOf([...builtins, `(?:${programs})${words}`, `exit(?:${blank}+\\d{1,3})?`]);
const builtin = manyOf(builtins);
const shortBuiltin = manyOf(builtinsWith(redirectionHere));

/** More isn't looked at: such a command takes longer than its shell. */
const mostCharacters = 2000;

/** Whether a command surely is one of these. */
export function isPlainCommand(command: string): boolean {
  // By these files a shell would tell of itself.
  const namesShell = /\/proc|\/dev\/(?!null\b)/u.test(command);
  return command.length <= mostCharacters && !namesShell && plain.test(command);
}

/**
 * Whether a plain command is made of builtins alone, which leave their shell as it is but for variables: no program sees which shell started it or signals that, and
 * none of them ends it, as adding to a file would that is longer than a run's files may be.
 */
export function isBuiltinCommand(command: string): boolean {
  return isPlainCommand(command) && builtin.test(command) && !command.includes('>>');
}

/** Whether a builtin command waits for nothing either, and so is over at once: it writes and reads files of its own folder alone. */
export function isShortCommand(command: string): boolean {
  return isBuiltinCommand(command) && shortBuiltin.test(command);
}

/** Names that a plain command may give a value to, and others of its words. */
export function namesIn(command: string): ReadonlySet<string> {
  return new Set(command.match(/\b(?!doeflow_)[a-z]\w*/gu));
}
