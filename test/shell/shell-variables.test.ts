import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readCommand, shellVariable } from '../../src/shell/index.ts';
import { titled, whyNoBash } from '../kit/skip-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'shell-variables-'));
writeFileSync(join(folder, 'solve.sh'), 'true "$@"\n');
writeFileSync(join(folder, 'base.in'), 'x=1\n');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const isValue = (name: string): boolean => name === 'x' || name === 'k';
const read = (text: string) => readCommand(text, isValue);
const taken = (text: string): readonly string[] =>
  read(text).foreign.flatMap(({ name, written }) => (name === 'x' ? [written] : []));

/** Whether bash takes the variable x while nothing has set it. */
function isTakenUnset(text: string): boolean {
  const script = read(text).toShell(({ name }) => shellVariable(name));
  const { stderr } = spawnSync('/bin/bash', ['-u', '-c', script], {
    ...{ cwd: folder, encoding: 'utf8', timeout: 15_000, input: '7 8\n' },
    env: { PATH: process.env['PATH'], [shellVariable('x')]: '1.5', [shellVariable('k')]: '2' },
  });
  return stderr.includes('x: unbound variable');
}

const empty: readonly string[] = [
  'cat > in.txt << EOF\nx=$x\nk=${k}\nEOF',
  'cat > in.py << EOF\ngain = ${k}\nx = $x + 0\nEOF\ncat in.py',
  'sh solve.sh x=$x',
  'sh solve.sh --x=$x',
  "awk -v x=$x 'BEGIN{print x+1}'",
  'echo "x=$x" > in.txt; sh solve.sh',
  'x=$x sh solve.sh',
  'x="$x" sh solve.sh',
  'env x=$x sh solve.sh',
  'sed "s/x=.*/x=$x/" base.in',
  "printf 'x=%s\\n' $x",
  'echo "a; x=$x"',
  'x=$x; cat base.in; echo result=1$x',
  'export x=$x; sh solve.sh',
  'export x="$x"; sh solve.sh $x',
  'export OMP=2; cd . ; echo "result=$x" > o.txt',
  'echo result=$x${k} > o.txt # x=3',
  '# x=3\necho $x',
  'echo $x; x=3',
  'x=3 echo $x',
  'x=3 sh solve.sh "$x"',
  '( x=3 ); echo $x',
  'y=$( x=3; echo 1 ); echo $x',
  'y=`x=3; echo 1`; echo $x',
  'echo 3 | read x; echo $x',
  'x=3 | true; echo $x',
  'x=3 & wait; echo $x',
  'x=3 true; echo $x',
  'for i in 1 2; do sh solve.sh $i $x; done',
  'for i in $x; do echo $i; done',
  'for x in $x; do echo 1; done',
  'echo for x in 1; echo $x',
  'echo read x; echo $x',
  'echo "read x"; echo $x',
  'grep x=1 base.in; echo $x',
  "python3 -c 'x=1' ; echo $x",
  "echo 'x=1\nx=2'; echo $x",
  'echo "\nx=5\n"; echo $x',
  "cat << 'EOF'\nx=$x\nEOF\necho $x",
  'cat << EOF > in.txt; x=3\n$x\nEOF',
  'cat > "x=1" < base.in; echo $x',
  'case a in x=1) ;; *) echo $x;; esac',
  'case $x in a) x=1;; esac',
  'if [ "$x" = 1 ]; then x=1; fi',
  'if [ x=1 ]; then echo $x; fi',
  '[[ x=1 && $x == 1 ]]',
  'echo $((x * 2))',
  '(( y = x + 1 )); echo $y',
  'echo $(( $x + 1 ))',
  'echo ${#x}',
  'echo ${y:-$x}',
  'echo "$(cat base.in) $x"',
  'read y z; echo $x',
  'read -p x y; echo $x',
  'mapfile -t lines < base.in; echo $x',
  'getopts x y -x; echo $x',
  "printf '%s' x; echo $x",
  'f() { local x=1; }; f; echo $x',
  'declare y=1 z=2; echo $x',
  'export y=1 x=$x; echo $x',
  '"x=3" 2> err.txt; echo $x',
  'y=(x=1 2); echo $x',
  'command -v x=1; echo $x',
  'let y=3; echo $x',
  "trap 'x=1' USR1; echo $x",
  'set -- x=1; echo "$x"',
  "bash -uc 'echo $x'",
  'bash -u -c \'echo "y = $(( 100 + $x ))" > o.txt\'',
  "bash -uc 'echo $((x + 1))'",
  "bash -uc 'echo $x' ${x} ${k}",
  'bash -uc "echo \\$x"',
  "bash -uc 'echo $x '${k}",
  "bash -o pipefail -uec 'echo $x'",
  "/bin/bash -uc 'echo $x'",
  "env y=1 bash -uc 'echo $x'",
  "timeout 10 nice -n 1 bash -uc 'echo $x'",
  "echo 1 | xargs -n 1 bash -uc 'echo $x'",
  "if true; then (bash -uc 'echo $x'); fi",
  "y=$(bash -uc 'echo $x')",
  'bash -uc \'bash -uc "echo \\$x"\'',
  "eval 'echo $x'",
  'eval echo "\\$x"',
  "trap 'echo $x' EXIT",
  "bash -u << 'EOF'\necho $x\nEOF",
  "bash -uc 'awk 1 base.in; echo $x'",
];

const set: readonly string[] = [
  "bash -uc 'x=3; echo $x'",
  "bash -uc 'for x in 1 2; do echo $x; done'",
  "bash -uc 'echo $1' bash ${x}",
  "x=${x} bash -uc 'echo $x'",
  "export x=${x}; bash -uc 'echo $x'",
  "set -a; x=${x}; bash -uc 'echo $x'",
  "env x=${x} bash -uc 'echo $x'",
  "timeout 10 env x=${x} bash -uc 'echo $x'",
  "x=${x}; eval 'echo $x'",
  "x=${x}; trap 'echo $x' EXIT",
  "bash -uc 'echo $DOEFLOW_VAR_x'",
  "bash -uc 'echo \\$x'",
  "awk '{print $x}' base.in",
  "awk -v x=${x} '{print x, $x}' base.in",
  'bash -uc "awk \'{print \\$x}\' base.in"',
  'bash -uc \'awk "{print \\\\\\$x}" base.in\'',
  "echo bash -c '$x'",
  "printf '%s' '$x'",
  "bash -uc 'cat base.in # $x'",
  "bash -u << 'EOF'\nx=3; echo $x\nEOF",
  "cat << 'EOF'\necho $x\nEOF",
  'x=3; echo $x',
  'x=3\necho $x',
  'x=3 && echo $x',
  'true && x=3; echo $x',
  'true; { x=3; }; echo $x',
  'x=3 y=$x; echo $y',
  'x=${x}; sh solve.sh $x',
  'x="${x}"; sh solve.sh $x',
  'export x=${x}; sh solve.sh $x',
  'x=${x?string("0.0")}; sh solve.sh $x',
  'export x=5; echo $x',
  'export "x=5"; echo $x',
  'readonly x=5; echo $x',
  'declare -i x=5; echo $x',
  'typeset x=5; echo $x',
  'x=$(cat base.in); echo "$x"',
  'x=`cat base.in`; echo "$x"',
  'for x in 1 2; do echo $x; done; echo $x',
  'for x in 1 2\ndo\n  echo $x\ndone',
  'for ((x=0; x<2; x++)); do echo $x; done',
  'while read x; do echo $x; done < base.in',
  'while IFS== read -r y x; do echo $x; done < base.in',
  'cat base.in | while read -r x; do echo "$x"; done',
  'read x; echo $x',
  'read -r y x; echo $x',
  'read -a x; echo $x',
  "IFS=, read -r -p 'a' y x < base.in; echo $x",
  'printf -v x %s 3; echo $x',
  'mapfile -t x < base.in; echo $x',
  'readarray x < base.in; echo $x',
  'set -- -a; getopts a x; echo $x',
  'if true; then x=3; else x=4; fi; echo $x',
  'if read x; then echo $x; fi',
  'case a in a) x=3;; *) x=4;; esac; echo $x',
  'case a in (a) x=3; echo $x;; esac',
  '( x=3; echo $x )',
  'echo $(x=3; echo $x)',
  'x=3; ( echo $x ); echo $(echo $x)',
  'x=3; cat << EOF\n$x\nEOF',
  'f() { echo $x; }; x=3; f',
  'f() { echo $x; }; x=3 f',
  'function f { x=3; }; f; echo $x',
  'f() { local x=3; echo $x; }; f',
  'f ()\n{\n  x=$1\n}\nf 3; echo $x',
  'function f() { x=3; }; f; echo $x',
  'let x=3; echo $x',
  '(( x = 3 )); echo $x',
  'echo $(( x = 3 )); echo $x',
  ': ${y:=3}; x=$y; echo $x',
  'x=(1 2 3); echo $x',
  'x+=3; echo $x',
  'i=0; until [ $i = 1 ]; do x=3; i=1; done; echo $x',
  'true || x=4; x=5; echo "a $x"',
  'select x in a b; do echo $x; break; done',
  'time x=3; echo $x',
  '! x=3; echo $x',
  'command export x=3; echo $x',
  '> out.txt x=3; echo $x',
  'x=3 > out.txt; echo $x',
  'x=3; diff <(echo $x) <(echo $x)',
  'echo \'$x\' "\\$x" \\$x',
  "cat << 'EOF'\n$x\nEOF",
  "awk '{print $x}' base.in",
];

/** Correct commands in which the shell sets no variable of the value's name, or the value itself. */
const plain: readonly string[] = [
  'cat > in.txt << EOF\nx=${x}\nEOF',
  'sh solve.sh x=${x}',
  "awk -v x=${x} 'BEGIN{print x}'",
  'awk -v x=${x} -v g=${k} "BEGIN { x=x*1; print x*g }"',
  'python3 -c "\nx=${x}\ng=${k}\nprint(x*g)\n"',
  'x=${x} sh solve.sh',
  'x=${x}; sh solve.sh $x',
  'export x=${x}; sh solve.sh ${x}',
  'export x="${x}"; sh solve.sh',
  'env x=${x} sh solve.sh',
  'sed "s/x=.*/x=${x}/" base.in',
  'echo "a; x=${x}"',
  'printf "x=%s\\n" ${x}',
  'x=5 sh solve.sh ${x}',
  '( x=5 ); sh solve.sh ${x}',
  'sh solve.sh ${x}; for x in 1 2; do echo $x; done',
  "cat << 'EOF' > in.py\nx=1\nEOF\nsh solve.sh ${x}",
  'echo for x in 1; sh solve.sh ${x}',
  'sh solve.sh ${x} # x=1',
  'y=(x=1); sh solve.sh ${x}',
];

describe.skipIf(whyNoBash !== undefined)(titled('a shell variable', whyNoBash), () => {
  it.each(empty)('is seen to be empty in %j, as it is in bash', (text) => {
    expect(isTakenUnset(text)).toBe(true);
    expect(taken(text)).not.toEqual([]);
  });

  it.each(set)('is seen to be set, or not taken, in %j, as in bash', (text) => {
    expect(isTakenUnset(text)).toBe(false);
    expect(taken(text)).toEqual([]);
    expect(read(text).mayBeSetElsewhere).toBe(false);
  });

  it.each(plain)('isn’t taken for the value in %j', (text) => {
    expect(read(text).faults).toEqual([]);
    expect(isTakenUnset(text)).toBe(false);
  });

  it.each([
    'x=3; echo ${x}',
    'x=${k}; echo ${x}',
    'export x=3; echo ${x}',
    'read x; echo ${x}',
    'for x in 1 2; do echo ${x}; done',
    'while read -r y x; do echo ${x}; done',
    'printf -v x 3; echo ${x}',
    'mapfile x; echo ${x}',
    '(( x = 3 )); echo ${x}',
    'f() { echo ${x}; }; x=3; f',
    'for i in 1 2; do echo ${x}; x=$i; done',
  ])('may be meant by the value in %j, which is a mistake', (text) => {
    expect(read(text).faults).toMatchObject([
      { message: expect.stringMatching(/sets a shell variable x itself/u) as string },
    ]);
  });

  it.each([
    'eval "x=3"; echo $x',
    '. ./settings.sh; echo $x',
    'source settings.sh; echo $x',
    'export $(cat settings); echo $x',
    'read $names; echo $x',
    "eval 'x=3'; echo $x",
    'eval ${k}; echo $x',
    "eval '. ./settings.sh'; echo $x",
  ])('may be set by what isn’t seen in %j', (text) => {
    expect(read(text).mayBeSetElsewhere).toBe(true);
  });

  it('is told by every place where it is empty, as it is written', () => {
    expect(taken('x=$x; echo "$x" $((x + 1)) ${x}')).toEqual(['$x', '$x', 'x']);
  });
});
