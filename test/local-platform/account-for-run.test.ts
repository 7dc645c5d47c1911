import { expect, it } from 'vitest';
import { accountForRun } from '../../src/local-platform/runner/account-for-run.ts';
import type { RunFolderState } from '../../src/local-platform/runner/run-folder-state.ts';

const started = (
  attempt: number,
): NonNullable<Extract<RunFolderState, { state: 'cut' }>['started']> => ({
  pid: 7,
  startTime: '1',
  slot: 1,
  attempt,
  at: 50,
});
const start = (attempt: number): unknown => ({ kind: 'started', run: 4, attempt, at: 50, slot: 1 });
const loss = (attempt: number): unknown => ({ kind: 'lost', run: 4, attempt, at: 99 });

it.each<[string, RunFolderState, [number, boolean] | undefined, number, unknown[]]>([
  ['a run that never started', { state: 'fresh' }, undefined, 0, []],
  ['a mark cut while written', { state: 'cut', started: undefined }, undefined, 0, []],
  [
    'a start and a loss untold',
    { state: 'cut', started: started(1) },
    undefined,
    1,
    [start(1), loss(1)],
  ],
  ['a loss untold', { state: 'cut', started: started(1) }, [1, false], 1, [loss(1)]],
  ['a loss untold and an emptied folder', { state: 'fresh' }, [2, false], 2, [loss(2)]],
  ['a loss told and the folder as it was', { state: 'cut', started: started(1) }, [1, true], 1, []],
  ['a loss told and an emptied folder', { state: 'fresh' }, [2, true], 2, []],
  ['a next start untold', { state: 'cut', started: started(2) }, [1, true], 2, [start(2), loss(2)]],
  [
    'an end of a start untold',
    { state: 'ended', exitCode: 0, started: started(1), endedAt: 60 },
    undefined,
    1,
    [start(1)],
  ],
  [
    'an end of a start told',
    { state: 'ended', exitCode: 0, started: started(1), endedAt: 60 },
    [1, false],
    1,
    [],
  ],
])('tells what is lacking of %s', (_, progress, told, attempts, lines) => {
  const last = told === undefined ? undefined : { attempt: told[0], lost: told[1] };
  expect(accountForRun(4, progress, last, 99)).toEqual({ attempts, lines });
});
