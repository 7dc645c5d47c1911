import { expect, it } from 'vitest';
import { doubtsOfShared } from '../../src/study-file/shared-paths.ts';

it.each([
  ['solve > /tmp/out.txt', ['/tmp/out.txt']],
  ['solve > /tmp/out.txt; cp /tmp/out.txt .', ['/tmp/out.txt']],
  ['sh solve.sh && cp /tmp/out.txt out.txt', ['/tmp/out.txt']],
  ['solve 2>> "/scratch/log.txt"', ['/scratch/log.txt']],
  ['solve | tee -a /data/log', ['/data/log']],
  ['solve -o /home/me/out.h5', ['/home/me/out.h5']],
  ['solve --output=$HOME/out.h5', ['$HOME/out.h5']],
  ['solve > ~/out.txt', ['~/out.txt']],
  ['cd /tmp/work && solve', ['/tmp/work']],
])('%s: the same path in every run', (command, paths) => {
  const [doubt, ...more] = doubtsOfShared(command);
  expect(more).toEqual([]);
  for (const one of paths) expect(doubt?.message).toContain(`\`${one}\``);
});

it.each([
  'solve > /dev/null 2>&1',
  'solve > out.txt',
  'solve > /tmp/$$.txt',
  'solve > /tmp/${run}.txt',
  'solve > "/tmp/out-$RANDOM"',
  'd=$(mktemp -d /tmp/XXXXXX); solve > $d/out.txt',
  '/usr/bin/python3 solve.py < /opt/data/in.txt',
  'solve # > /tmp/out.txt',
  'cat > in.txt <<END\nout = /tmp/out.txt\nEND\nsolve',
  'solve --in=/opt/x.h5',
  'sed -i s/a/b/ in.txt > ./tmp/out.txt',
  'curl http://example.com/tmp/x -O',
  'TMPDIR=/tmp solve',
])('%s: nothing to tell', (command) => {
  expect(doubtsOfShared(command)).toEqual([]);
});
