import { execFileSync } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommand, shellVariable, type CommandValue } from '../../src/shell/index.ts';

const shells = ['/bin/dash', '/bin/bash'].filter((path) => existsSync(path));
const hostile = `it's "a" $(echo x) \`id\` * ~ \\ ; &`;
const env: Readonly<Record<string, string>> = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/home of the shell',
  [shellVariable('R')]: '1.5',
  [shellVariable('C')]: 'a b  c',
  [shellVariable('H')]: hostile,
  DOEFLOW_FORMATTED: '0.50',
};
const isValue = (name: string): boolean => ['R', 'C', 'H'].includes(name);
const variableOf = ({ name, format }: CommandValue): string =>
  format === undefined ? shellVariable(name) : 'DOEFLOW_FORMATTED';
const toShell = (text: string): string => readCommand(text, isValue).toShell(variableOf);

describe.each(shells)('a command with values under %s', (shell) => {
  const run = (text: string): string => {
    const { stdout, stderr, status } = spawnSync(
      shell,
      ['-c', `p() { printf '[%s]' "$@"; }\n${toShell(text)}`],
      {
        ...{ env, encoding: 'utf8', timeout: 15_000 },
      },
    );
    return status === 0 ? stdout : `${status}: ${stderr}`;
  };

  it.each([
    ['p ${R} ${C}', '[1.5][a b  c]'],
    ['p --r=${R}x', '[--r=1.5x]'],
    ['p "${C}" "a ${C} b"', '[a b  c][a a b  c b]'],
    ['p ${H} "${H}"', `[${hostile}][${hostile}]`],
    ['p ${R?string("0.00")} "r=${R?string("0.00")}"', '[0.50][r=0.50]'],
    ['p ${ R }', '[1.5]'],
    ['p "${HOME}" $HOME ${UNSET:-none}', '[/home of the shell][/home][of][the][shell][none]'],
    ['p \\${R} "\\${R}"', '[${R}][${R}]'],
    ["p 'single' ${R}'s'", '[single][1.5s]'],
    ['x=${C}; p "$x"', '[a b  c]'],
    ['p $(p ${C}) "$(p "${C}" ${R})"', '[[a][b][c]][[a b  c][1.5]]'],
    ['p `p ${R}` "`p ${R}`"', '[[1.5]][[1.5]]'],
    ['p ${UNSET:-${C}} "${UNSET:-${C}}" "${UNSET:-"${R}"}"', '[a b  c][a b  c][1.5]'],
    ['p ${UNSET:-"x ${R} y"}', '[x 1.5 y]'],
    ['R_1=2; p $((R_1 + (1 + 2))) ${R}', '[5][1.5]'],
    ['for i in 1 2; do p "$i" ${R}; done', '[1][1.5][2][1.5]'],
    ['case ${R} in 1.5) p yes "${C}";; *) p no;; esac; p ${C}', '[yes][a b  c][a b  c]'],
    ['p "$(case ${R} in 1.5) p ${C};; (x) ;; esac)" ${C}', '[[a b  c]][a b  c]'],
    ['p "$(echo case)" ${C} # a comment: it\'s ${R}\np ${R}', '[case][a b  c][1.5]'],
    [
      'cat <<E; p ${C}\nr ${R} "${C}" \\${R} $(p ${C})\nE\np ${R}',
      'r 1.5 "a b  c" ${R} [a b  c]\n[a b  c][1.5]',
    ],
    ['cat <<-E\n\tr ${R}\n\tE\np ${C}', 'r 1.5\n[a b  c]'],
    ['( p ${R} ) && { p ${C}; }', '[1.5][a b  c]'],
    ['p a#b ${C}', '[a#b][a b  c]'],
    ['p "a\\"b" ${C}', '[a"b][a b  c]'],
    ['if [ ${R} = 1.5 ]; then p ${C}; fi', '[a b  c]'],
  ])('%j prints %j', (text, expected) => {
    expect(readCommand(text, isValue).faults).toEqual([]);
    expect(run(text)).toBe(expected);
  });

  it('gives any value as the one word that it is, wherever it stands', () => {
    const value = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
    fc.assert(
      fc.property(value, (text) => {
        const script = `p() { printf '[%s]' "$@"; }\n${toShell('p ${C} "${C}" x${C}"y"\nx=${C}; p "$x"')}`;
        const { stdout } = spawnSync(shell, ['-c', script], {
          ...{ env: { ...env, [shellVariable('C')]: text }, encoding: 'utf8' },
        });
        expect(stdout).toBe(`[${text}][${text}][x${text}y][${text}]`);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a command', () => {
  it.each([
    ["awk '{print ${R}}' f", /^\$\{R\} stands where the shell replaces nothing/u],
    ["cat <<'E'\n${R}\nE", /replaces nothing/u],
    ['cat <<\\E\n${R}\nE', /replaces nothing/u],
    ["p $'a ${R}'", /replaces nothing/u],
    ['R=2; p ${R}', /sets a shell variable R itself/u],
    ['read a R < f; p ${R}', /sets a shell variable R itself/u],
    ['for R in 1 2; do p ${R}; done', /sets a shell variable R itself/u],
    ['p ${R:-3}', /^Expected a placeholder, got `\$\{R:-3\}`/u],
    ['p ${R?string("abc")}', /pattern/u],
  ])('%j has a mistake', (text, message) => {
    expect(readCommand(text, isValue).faults).toMatchObject([
      { message: expect.stringMatching(message) as string },
    ]);
  });

  it('says where the mistake is', () => {
    const [fault] = readCommand("p 'x'\n\np '${R}'", isValue).faults;
    expect(fault?.offset).toBe(10);
  });

  it('is shown with its values, each as one word', () => {
    const { show } = readCommand('p ${R} ${C} "${C}"; p ${H}', isValue);
    const values: Readonly<Record<string, string>> = { R: '1.5', C: 'a b', H: "it's" };
    expect(show(({ name }) => values[name] ?? '')).toBe(String.raw`p 1.5 'a b' "a b"; p 'it'\''s'`);
  });

  it.each(['p ${R}', 'p "${R}"', 'p "a ${R} b" ${R}'])(
    '%j is shown so that a shell takes its values for themselves',
    (text) => {
      const value = 'a $(echo no) `echo no` $HOME "b" \\ \'c\'';
      const shown = readCommand(text, isValue).show(() => value);
      const printed = execFileSync('sh', ['-c', `p() { printf '%s|' "$@"; }\n${shown}`]).toString();
      expect(printed).toContain(value);
      expect(printed).not.toMatch(/(?<!echo )no/u);
    },
  );

  it('is read to its end, however broken it is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(...'\'"`$(){}\\<<E\n;#${R} case esac'.split(''), '${R}', '$((', '<<'),
        ),
        (pieces) => {
          const text = pieces.join('');
          const shell = readCommand(text, isValue).toShell(({ name }) => name);
          const bare = (one: string): string => one.replaceAll(/[ "]/gu, '');
          expect(bare(shell)).toBe(bare(text));
        },
      ),
    );
  });
});
