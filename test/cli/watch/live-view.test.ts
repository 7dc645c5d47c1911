/** The live view as a terminal shows it. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createOutput, type Output } from '../../../src/cli/output/output.ts';
import { createProgressView } from '../../../src/cli/watch/show-progress.ts';
import type { WatchState } from '../../../src/cli/watch/watch-state.ts';
import { openTerminalScreen, type TerminalScreen } from '../../kit/terminal-screen.ts';
import { hugeState, platformDown, progress, watchState } from './watch-states.ts';

const now = (): Date => new Date('2026-11-21T11:02:45Z');

function outputOn({ stream }: TerminalScreen, settings: { readonly color?: boolean } = {}): Output {
  return createOutput({
    ...{ stdout: stream, stderr: stream, env: { TERM: 'xterm', FORCE_COLOR: '1' } },
    ...{ json: false, quiet: false, color: settings.color ?? true, verbose: false },
  });
}

/** A third of 300 runs has failed, by two causes. */
const failing: WatchState = watchState({
  progress: progress({
    runs: { total: 300, done: 100, failed: 50, submitted: 150 },
    jobs: [
      { jobNumber: 1, runs: 300, phase: 'waiting', jobId: 'AbCdEf', platformStatus: 'Executing' },
    ].map((job) => ({
      ...{ ...job, phase: 'waiting' as const },
      collected: { runs: 150, retryable: 0, change: { done: 100, failed: 50, failures: [] } },
    })),
    failures: [
      { reason: 'exit-code', count: 30 },
      { reason: 'output-missing', count: 20 },
    ],
  }),
  runsInside: new Map([['AbCdEf', 150]]),
  runsRunning: new Map([['AbCdEf', 4]]),
  runsPerHour: 2_580,
  cost: { low: 1, high: 1.2, currency: 'USD' },
  causes: [
    ...[
      { reason: 'exit-code', message: 'the log says: mesh inverted', runs: 30, example: 3 },
      { reason: 'output-missing', message: 'out.txt is not there', runs: 20, example: 7 },
    ],
  ],
});

describe.each([44, 80, 200])('a terminal of %d columns', (columns) => {
  it.each([true, false])(
    'shows counts, causes, speed and cost in whole lines; colour: %s',
    async (color) => {
      const screen = openTerminalScreen(columns);
      const output = outputOn(screen, { color });
      createProgressView(output, now)(failing, []);
      const text = await shownText(screen);
      for (const words of [
        ...['100/300 done', '4 running', '146 waiting', '50 failed', '43 runs/min'],
        ...['left 0:12 to 0:20', 'cost so far 1.00 to 1.20 USD', '30x exit-code: the l'],
        '20x output-missing:',
      ]) {
        expect(text).toContain(words);
      }
      output.endFrame();
    },
  );

  it('keeps nothing of the last frame, whatever was drawn and said before', async () => {
    const screen = openTerminalScreen(columns);
    const output = outputOn(screen);
    const show = createProgressView(output, now);
    output.note('before');
    show(failing, []);
    await shownText(screen);
    show(hugeState(), [platformDown]);
    show(failing, []);
    output.endFrame();
    output.note('after');
    const rows = await screen.rows();
    const notes = (row: string): boolean => row.startsWith('note: note number');
    expect(rows.filter((row) => !notes(row))).toEqual(['before', 'after']);
  });
});

it('a terminal that becomes narrower under a frame keeps nothing of it', async () => {
  const screen = openTerminalScreen(80);
  const output = outputOn(screen);
  const show = createProgressView(output, now);
  show(failing, []);
  await shownText(screen);
  screen.resize(60);
  show({ ...failing, elapsedMs: 22_000 }, []);
  output.endFrame();
  output.note('after');
  expect(await screen.rows()).toEqual(['after']);
});

it('a pipe gets lines without escape sequences, with the causes of failures', () => {
  const written: string[] = [];
  const pipe = { write: (text: string) => (written.push(text), true) };
  const output = outputOn({ stream: pipe } as unknown as TerminalScreen, { color: false });
  createProgressView(output, now)(failing, []);
  const text = written.join('');
  expect(text).toBe(stripVTControlCharacters(text));
  expect(text).toContain('100/300 done, 4 running, 146 waiting, 50 failed');
  expect(text).toContain('30x exit-code: the log says: mesh inverted (such as run 3)');
});

/** The frame's painter is loaded with the first frame. */
async function shownText(screen: TerminalScreen): Promise<string> {
  await expect
    .poll(async () => (await screen.rows()).length, { timeout: 5_000 })
    .toBeGreaterThan(2);
  return (await screen.rows()).join('\n');
}
