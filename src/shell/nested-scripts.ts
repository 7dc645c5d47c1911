/** Texts in a command that another shell reads as commands of its own: `sh -c '…'`, `eval '…'`, `ssh host '…'`. */
import { readAssignment, type ShellWord } from './names-set-by-command.ts';
import { unquotedWord, type UnquotedWord } from './literal-word.ts';

export interface NestedScript extends UnquotedWord {
  /** `same`: the shell that reads the command; `child`: one that gets its environment; `far`: one elsewhere. */
  readonly reader: 'same' | 'child' | 'far';
  /** What reads it, as people know it: `sh -c`. */
  readonly through: string;
  /** Whether the command itself hands such a variable over, as in `env x=1 sh -c '…'` and `docker run -e x …`. */
  gives(name: string): boolean;
}

const shells = /^(?:ba|da|a|k|mk|z)?sh$/u;
/** Programs that take commands behind `-c` as a shell does. */
const withCommand = /^(?:su|runuser|flock|script)$/u;
/** What starts a program in another place, or with another environment. */
const far =
  /^(?:ssh|rsh|docker|podman|nerdctl|kubectl|singularity|apptainer|sudo|su|runuser|chroot)$/u;
/** The options of ssh that take a word. */
const sshOptions = /^-[BbcDEeFIiJLlmOopQRSWw]$/u;
const leading = /^(?:command|builtin|exec|time|!|nohup)$/u;

/** @param assigned assignments before the command */
export function nestedScripts(
  words: readonly ShellWord[],
  assigned: readonly ShellWord[],
): readonly NestedScript[] {
  const programs = words.map(({ literal }) => literal?.slice(literal.lastIndexOf('/') + 1) ?? '');
  const begin = Math.max(
    programs.findIndex((one) => !leading.test(one)),
    0,
  );
  const first = programs[begin] ?? '';
  const script = (
    from: number,
    to: number,
    kind: Pick<NestedScript, 'reader' | 'through'>,
  ): readonly NestedScript[] => {
    const parts = words.slice(from, to);
    if (parts.length === 0) return [];
    const before = [...assigned, ...words.slice(0, from)];
    const gives = (name: string): boolean => before.some(({ raw }) => handsOver(raw, name));
    return [{ ...joined(parts), ...kind, gives }];
  };
  if (first === 'eval') {
    return script(begin + 1, words.length, { reader: 'same', through: 'eval' });
  }
  if (first === 'trap') {
    const at = begin + (words[begin + 1]?.raw === '--' ? 2 : 1);
    return script(at, at + 1, { reader: 'same', through: 'trap' });
  }
  if (first === 'echo' || first === 'printf') return [];
  return programs.flatMap((program, index) => {
    const isFar = programs.slice(0, index + 1).some((one) => far.test(one));
    const kind = { reader: isFar ? 'far' : 'child', through: `${program} -c` } as const;
    if (shells.test(program)) {
      const at = behindCommandOption(words, index + 1);
      return at === undefined ? [] : script(at, at + 1, kind);
    }
    if (withCommand.test(program)) {
      const at = words.findIndex(
        ({ raw }, place) => place > index && /^(?:-c|--command)$/u.test(raw),
      );
      return at < 0 ? [] : script(at + 1, at + 2, kind);
    }
    if (program !== 'ssh' && program !== 'rsh') return [];
    const host = hostOf(words, index + 1);
    return script(host + 1, words.length, { reader: 'far', through: program });
  });
}

/** The shell that reads its commands from a here-document; undefined where the command is none. @param words before the document */
export function shellOfHereDocument(
  words: readonly ShellWord[],
): Pick<NestedScript, 'reader' | 'through'> | undefined {
  const plain = words.filter(({ raw }) => !raw.startsWith('-'));
  const programs = plain.map(({ literal }) => literal?.slice(literal.lastIndexOf('/') + 1) ?? '');
  const last = programs.at(-1) ?? '';
  const isFar = programs.some((one) => far.test(one));
  if (!shells.test(last) && programs[0] !== 'ssh') return undefined;
  return { reader: isFar ? 'far' : 'child', through: shells.test(last) ? last : 'ssh' };
}

function handsOver(raw: string, name: string): boolean {
  if (readAssignment(raw)?.name === name) return true;
  return new RegExp(`^["']?(?:-[\\w-]*=?)?["']?${name}(?:=|$)`, 'u').test(raw);
}

/** @returns the place of the script of `sh -c script`, and of `bash -o pipefail -ec script` */
function behindCommandOption(words: readonly ShellWord[], from: number): number | undefined {
  let isCommand = false;
  for (let at = from; at < words.length; at += 1) {
    const raw = words[at]?.raw ?? '';
    if (!/^[-+]/u.test(raw)) return isCommand ? at : undefined;
    isCommand ||= /^-[A-Za-z]*c[A-Za-z]*$/u.test(raw);
    if (/^[-+][A-Za-z]*[oO]$/u.test(raw) || /^--(?:rc|init-)file$/u.test(raw)) at += 1;
  }
  return undefined;
}

function hostOf(words: readonly ShellWord[], from: number): number {
  let at = from;
  while (words[at]?.raw.startsWith('-') === true) {
    at += sshOptions.test(words[at]?.raw ?? '') ? 2 : 1;
  }
  return at;
}

/** Words as `eval` and `ssh` join them. */
function joined(words: readonly ShellWord[]): UnquotedWord {
  const parts = words.map(({ raw, start }) => unquotedWord(raw, start));
  const text = parts.map((part) => part.text).join(' ');
  const offsets = parts.flatMap((part, index) => [
    ...part.offsets,
    ...(index < parts.length - 1 ? [words[index]?.end ?? 0] : []),
  ]);
  return { text, offsets, isWhole: parts.every(({ isWhole }) => isWhole) };
}
