import { expect, it } from 'vitest';
import { doubtsOf, filesInRun } from '../../src/study-file/doubtful-commands.ts';
import { doubtsOfUnlisted } from '../../src/study-file/unlisted-files.ts';

const files = filesInRun({
  inputFiles: ['tools/driver.sh', 'model.py'],
  templates: [{ template: 'in.txt.in', as: 'in.txt' }],
} as never);

it.each([
  ['driver.sh params.in results.out', 1],
  ['  model.py', 1],
  ['sh driver.sh params.in', 0],
  ['./driver.sh', 0],
  ['cd x && driver.sh', 0],
  ['python3 model.py &', 1],
  ['(python3 model.py) & ', 1],
  ['python3 model.py & wait', 1],
  ['python3 model.py & wait $!', 0],
  ['true && python3 model.py', 0],
  ['python3 model.py 2>&1', 0],
  ['python3 model.py | tee log.txt', 1],
  ['python3 model.py 2>&1 |& tee log.txt', 1],
  ['set -o pipefail; python3 model.py | tee log.txt', 0],
  ['python3 model.py || echo "a|b" | sort', 0],
  ["grep -E 'a|b' log.txt # | not this", 0],
  ['if python3 model.py; then cat out.txt | sort > o; fi', 1],
])('%s has %i doubts', (command, count) => {
  expect(doubtsOf(command, files)).toHaveLength(count);
});

it.each([
  ['python3 mesh.py\npython3 solve.py', ['`python3 mesh.py` (line 1 of the command)']],
  ['python3 mesh.py; python3 solve.py', ['`python3 mesh.py` may fail unseen']],
  ['mesh && solve\npost > out.txt', ['`mesh` (line 1 of the command), `solve` (line 1']],
  ['gcc -o s s.c\n\ncp a b\n./s', ['`gcc -o s s.c` (line 1 of the command), `cp a b` (line 3']],
  ['if [ -f a ]; then mesh; fi\nsolve', ['`mesh` (line 1']],
  ['for i in 1 2 3; do\n  step $i\ndone', ['`step $i` (line 2']],
  ['(mesh; solve) > log', ['`mesh` may']],
  ['{ mesh; } > log\nsolve', ['`mesh` (line 1']],
  ['case ${k} in\n a) mesh ;;\n *) other; last ;;\nesac', ['`other` (line 3']],
  ['mesh\nset -e\nsolve\npost', ['`mesh` (line 1']],
  [
    'set -e\nmesh && solve\npost',
    ["`mesh` (line 2 of the command) may fail unseen: `set -e` doesn't"],
  ],
  ['a 1 &\nb 2 &\nwait\npost', ['`wait` (line 3']],
  ['mesh\nexit 0', ['`mesh` (line 1']],
  ['a;b;c;d;e', ['`a`, `b`, `c`, and 1 more may']],
  ['python3 - <<END\nprint(1)\nEND\nsolve', ['`python3 -` (line 1']],
  ['export MESH=$(mesh.sh)\nsolve', ['`$(mesh.sh)` (line 1 of the command) may fail unseen: only']],
  ['set -e\ndeclare m="$(mesh.sh a)"\nsolve', ['`$(mesh.sh a)` (line 2']],
  ['solve $(mesh.sh)', ['`$(mesh.sh)` may fail unseen: only']],
  ["trap 'echo line $LINENO' ERR\nmesh\nsolve", ['`mesh` (line 2']],
  ['command mesh\nsolve', ['`command mesh` (line 1']],
])('says which commands of %j may fail unseen', (command, messages) => {
  const doubts = doubtsOf(command, files);
  expect(doubts).toHaveLength(messages.length);
  for (const [index, part] of messages.entries()) expect(doubts[index]?.message).toContain(part);
});

it.each([
  'mesh && solve && post',
  'export N=$(nproc) D=$(dirname "$PWD")/x\nsolve',
  'mpirun -np $(nproc) solve $(ls -t)',
  "echo '$(mesh)' $((1 + 2))\nsolve",
  'echo "$(mesh || echo none)"\nsolve',
  '((n++))\ncommand -v solve\nexec > log\nsolve',
  "trap 'echo failed; exit 1' ERR\nmesh\nsolve",
  'mesh && \\\n  solve\n',
  'set -e\nmesh\nsolve',
  'set -euo pipefail; mesh; solve | tee log',
  'set -o errexit\nmesh\nsolve',
  'mesh || exit 1\nsolve',
  'mesh || true\nsolve',
  'mesh || { echo no; exit 1; }\nsolve',
  'if mesh; then solve; else exit 1; fi',
  'if ! mesh\nthen\n  exit 1\nfi\nsolve',
  'for i in 1 2 3; do mesh $i || exit 1; done\nsolve',
  'for i in 1 2 3; do solve && break; done\necho tried',
  'while read line; do echo $line; done < in.txt\nsolve',
  'cd case\nmkdir -p out\nexport OMP_NUM_THREADS=2\nmodule load x\n. env.sh\nsolve',
  'cat > in.txt <<END\nmesh; solve\nfail | fail\nEND\nsolve in.txt',
  'n=$(nproc)\nsolve -n $n',
  'solve\ncode=$?\ntidy\nexit $code',
  'solve\nexit',
  'sh -c "exit 3"',
  '# mesh; solve\nsolve # mesh; solve',
  'run() {\n  solve "$1"\n}\nrun 1',
  '[ -d out ] && rm -r out\nsolve',
  'grep -q x in.txt && echo yes\nsolve',
  'case $k in a) solve ;; *) other ;; esac',
  'solve ; ',
  "awk '{ a; b }\n{ c }' in.txt",
  'trap "exit 3" ERR\nmesh\nsolve',
  'Xvfb :1 &\nsolve',
])('says nothing of %j', (command) => {
  expect(doubtsOf(command, files)).toEqual([]);
});

const inFolder = ['solve.sh', 'scripts/post.py', 'old.json', 'model.py', 'solver'];
const around = {
  known: files,
  inputFiles: ['model.py'],
  isInFolder: (path: string) => inFolder.includes(path),
  isPrepared: false,
};

it.each([
  ['sh solve.sh ${w}', ['inputFiles: [model.py, solve.sh]']],
  ['./solve.sh; sh "solve.sh"', ['inputFiles: [model.py, solve.sh]']],
  ['python3 scripts/post.py', ["in the run's folder as `post.py`"]],
  ['python3 model.py > old.json', []],
  ['python3 model.py missing.txt', []],
  ['solver -i ${w}', []],
  ['./solver', ['inputFiles: [model.py, solver]']],
  ['cat $HOME/solve.sh /opt/solve.sh', []],
  [
    'sh nowhere.sh ${w}',
    ['put it there, and add it to the job: `inputFiles: [model.py, nowhere.sh]`'],
  ],
  ['./nowhere ${w}', ['inputFiles: [model.py, nowhere]']],
  ['/usr/bin/python3 nowhere.py', ['nowhere.py']],
  ['python3 -m nowhere', []],
  ['echo 1 > made.sh; sh made.sh', []],
  ['sh /opt/solve.sh', []],
])('%s names files that are not brought: %j', (command, hints) => {
  const doubts = doubtsOfUnlisted(command, around);
  expect(doubts).toHaveLength(hints.length);
  for (const [index, hint] of hints.entries()) expect(doubts[index]?.hint).toContain(hint);
});

it('says nothing of a file that may be made or unpacked before', () => {
  const command = 'sh nowhere.sh';
  expect(doubtsOfUnlisted(command, { ...around, isPrepared: true })).toEqual([]);
  expect(doubtsOfUnlisted(command, { ...around, inputFiles: ['model.tar.gz'] })).toEqual([]);
});
