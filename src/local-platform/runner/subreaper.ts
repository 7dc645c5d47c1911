/**
 * Linux gives a process whose parent has ended to the next one above it that is a child subreaper, else to init. A slot's shell is made one,
 * so that whatever a run starts stays below it, also what leaves its session and drops its environment. Node can't ask for that, nor can a
 * shell: an interpreter does, and the shell then takes its place.
 */
import { existsSync } from 'node:fs';

/** A program and its arguments. */
export type ProgramLine = readonly [program: string, ...words: string[]];

/** PR_SET_CHILD_SUBREAPER; what a process is stays as it is when another program takes its place. */
const option = 36;

/** The number of prctl(2), by Node's name of the processor. */
const prctl: Readonly<Record<string, number>> = {
  ...{ x64: 157, arm64: 167, riscv64: 167, loong64: 167 },
  ...{ arm: 172, ia32: 172, s390x: 172, ppc64: 171 },
};

const perl = ['/usr/bin/perl', '/usr/local/bin/perl'];
const python = ['/usr/bin/python3', '/usr/local/bin/python3'];

/** Python ignores SIGPIPE, and the programs of a run must not. */
const pythonScript = `import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(${option}, 1, 0, 0, 0)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])`;

/** The line that starts a program as a child subreaper; the program's own where this machine has nothing that could ask for it. */
export function asSubreaper(
  program: string,
  isThere: (path: string) => boolean = existsSync,
): ProgramLine {
  if (process.platform !== 'linux') return [program];
  const number = prctl[process.arch];
  const withPerl = number === undefined ? undefined : perl.find(isThere);
  if (withPerl !== undefined) {
    const script = `syscall(${number}, ${option}, 1, 0, 0, 0); exec { $ARGV[0] } @ARGV`;
    return [withPerl, '-e', script, program];
  }
  const withPython = python.find(isThere);
  return withPython === undefined ? [program] : [withPython, '-I', '-c', pythonScript, program];
}
