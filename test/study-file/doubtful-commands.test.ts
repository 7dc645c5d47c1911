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
  ['python3 model.py & wait', 0],
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
