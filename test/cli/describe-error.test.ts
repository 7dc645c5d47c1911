import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOutput } from '../../src/cli/output/output.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import { exitCodeOf } from '../../src/cli/exit-codes.ts';
import type { CommandContext } from '../../src/cli/context.ts';
import { showEnded } from '../../src/cli/studies/show-ended.ts';
import { layout, openStore } from '../../src/store/index.ts';
import { studyOf, uniform } from '../study/plain-study.ts';

const folder = mkdtempSync(join(tmpdir(), 'doeflow-refused-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an error at the top of the program', () => {
  it('is never silent, also where it has no words', async () => {
    const { code, message } = await describeError(new RangeError());
    expect([code, message]).toEqual([
      'INTERNAL',
      expect.stringMatching(/^RangeError without words, at .*describe-error\.test\.ts/u),
    ]);
    expect((await describeError('')).message).toBe('an error without words');
  });

  it('is no bug of doeflow where the system refuses', async () => {
    const error = Object.assign(new Error('EROFS: read-only file system, mkdir /srv/x'), {
      code: 'EROFS',
      errno: -30,
      syscall: 'mkdir',
      path: '/srv/x',
    });
    expect(exitCodeOf(error)).toBe(2);
    const report = await describeError(error);
    expect(report).toMatchObject({
      code: 'EROFS',
      message: 'Cannot use /srv/x: the disk is read-only (mkdir)',
    });
    expect(report.hint).toContain('DOEFLOW_HOME');
  });

  it('says that a study has ended whose results can’t be copied, and how they are had', async () => {
    const store = await openStore(join(folder, 'store'));
    await store.study('beam-1').sink(layout.studyFile)([Buffer.from('name: beam')]);
    const place = join(folder, 'a-file');
    writeFileSync(place, '');
    const ended = showEnded(
      { output: createOutput } as unknown as CommandContext,
      {
        store,
        studyId: 'beam-1',
        study: studyOf([uniform('x')]),
        resultsDir: join(place, 'beam-1'),
      },
      {
        studyId: 'beam-1',
        state: 'Finished',
        runs: { total: 4, done: 4, failed: 0, submitted: 0 },
      },
    );
    const error: unknown = await ended.catch((thrown: unknown) => thrown);
    expect(exitCodeOf(error)).toBe(2);
    const { message, hint } = await describeError(error);
    expect(message).toContain('beam-1 has ended: Finished; 4 runs planned, 4 done');
    expect(message).toContain(`safe in the store, but their copy in ${place}`);
    expect(hint).toContain('doeflow watch beam-1');
    expect(hint).toContain('doeflow results beam-1 --to');
  });
});
