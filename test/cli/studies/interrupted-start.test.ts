import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { interruptedStart } from '../../../src/cli/studies/launch-study.ts';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';

describe('an interrupted start', () => {
  it('says what was started and what not, and how to go on', () => {
    const before = interruptedStart('before');
    expect(before.message).toContain('nothing was submitted');
    expect(before.hint).toContain('Repeat the same command');
    const during = interruptedStart('while');
    expect(during.message).toContain('it may be there');
    expect(during.hint).toContain('doeflow list');
  });

  it('has words from the first moment', async () => {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const said = text(stderr);
    const left: number[] = [];
    const source = Object.assign(new EventEmitter(), {
      stdout,
      stderr,
      stdin: new PassThrough(),
      env: {},
      cwd: () => process.cwd(),
      exit: (code: number) => left.push(code),
    });
    const running = runCommandLine(['--help'], source as unknown as NodeJS.Process, () => {
      throw new Error('Expected no worker');
    });
    source.emit('SIGINT');
    await running;
    stderr.end();
    expect(left).toEqual([130]);
    expect(await said).toContain('Interrupted before the command was done');
  });
});
