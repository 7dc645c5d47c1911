import { describe, expect, it } from 'vitest';
import type { StudyDescription, StudyProgress } from '../../src/run/messages.ts';
import { detailsOf } from '../../workflows/study/current-details.ts';

const progress: StudyProgress = {
  studyId: 'beam-1',
  studyName: 'beam',
  planHash: 'hash',
  state: 'Finished with failures',
  activity: 'over',
  runs: { total: 40, done: 35, failed: 5, submitted: 0 },
  jobs: [{ jobNumber: 1, runs: 40, phase: 'done', jobId: 'AbCdE', platformStatus: 'Completed' }],
  failures: [{ reason: 'exit-code', count: 5 }],
  notes: ['A note'],
};

const description: StudyDescription = {
  causes: ['5x exit-code: the log says: <b>mesh</b> [failed](http://elsewhere) (such as run 29)'],
  cost: 'about 1.00 to 2.00 USD',
  costRange: '1.00-2.00 USD',
  resultsDir: '/home/ann/results/beam-1',
  jobPages: 'https://platform.example/jobs',
};

describe('the current details of a study', () => {
  it('begin with how it ended and what failed, and say why, what it cost, where the results are and what to do', () => {
    const lines = detailsOf(progress, description).split('\n');
    expect(lines[0]).toBe('### Finished with failures: 35 of 40 runs done, 5 failed');
    expect(lines).toContain('- cost: about 1.00 to 2.00 USD');
    expect(lines).toContain('- results: /home/ann/results/beam-1');
    expect(lines).toContain('**Why runs failed**');
    expect(lines.slice(lines.indexOf('**Notes**') - 1, lines.indexOf('- A note') + 2)).toEqual([
      ...['', '**Notes**', '', '- A note', ''],
    ]);
  });

  it('show texts of others as they are: no element of a page and no link comes from a log', () => {
    const shown = detailsOf(progress, description);
    expect(shown).toContain(String.raw`\<b\>mesh\</b\> \[failed\](http:`);
    expect(shown).not.toContain('](http://elsewhere)');
  });

  it('lead to the page of a job on a platform that has one', () => {
    expect(detailsOf(progress, description)).toContain(
      '[AbCdE](https://platform.example/jobs/AbCdE/)',
    );
    const { causes, cost, costRange } = description;
    expect(detailsOf(progress, { causes, cost, costRange })).toContain('| AbCdE\u2003 |');
  });

  it('know the kinds of failures before the store has told of their causes', () => {
    expect(detailsOf(progress)).toContain('- 5x exit-code');
  });

  it.each([
    ['Running', ['watch beam-1', 'logs beam-1', 'stop beam-1']],
    ['Paused', ['resume beam-1', 'logs beam-1', 'retry beam-1 --failed', 'stop beam-1']],
    ['Stopped', ['results beam-1', 'logs beam-1', 'retry beam-1 --failed']],
  ] as const)('of one that is %s name the commands that fit', (state, commands) => {
    const lines = detailsOf({ ...progress, state }, description).split('\n');
    expect(lines.filter((line) => line.startsWith('- `'))).toEqual(
      commands.map((command) => `- \`doeflow ${command}\``),
    );
  });

  it('name the limit first where the budget has paused the study', () => {
    const activity = 'paused by the guard budget: 1.00 of 1.00 USD are committed';
    const paused = { ...progress, state: 'Paused', activity, pausedBy: 'budget' } as const;
    const lines = detailsOf(paused, description).split('\n');
    expect(lines.filter((line) => line.startsWith('- `')).slice(0, 2)).toEqual([
      '- `doeflow budget beam-1 --set AMOUNT`',
      '- `doeflow resume beam-1`',
    ]);
  });

  it('name no retry that would be refused, as all failed in an expression alone', () => {
    const failures = [{ reason: 'expression', count: 5 }] as const;
    for (const state of ['Paused', 'Finished with failures'] as const) {
      expect(detailsOf({ ...progress, state, failures })).not.toContain('doeflow retry');
    }
    const runs = { ...progress.runs, done: 30 };
    expect(detailsOf({ ...progress, state: 'Stopped', failures, runs })).toContain('doeflow retry');
  });

  it('tell what was stopped apart from what failed', () => {
    const failures = [{ reason: 'stopped', count: 2 }] as const;
    const runs = { ...progress.runs, failed: 2 };
    const paused = detailsOf({ ...progress, state: 'Paused', failures, runs });
    expect(paused.split('\n')[0]).toBe('### Paused: 35 of 40 runs done, 2 stopped');
    expect(paused).not.toMatch(/Why runs failed|doeflow logs|doeflow retry/u);
    const both = [...failures, { reason: 'exit-code', count: 3 }] as const;
    const shown = detailsOf({ ...progress, failures: both });
    expect(shown.split('\n')[0]).toBe(
      '### Finished with failures: 35 of 40 runs done, 3 failed, 2 stopped',
    );
    expect(shown).toContain('- 3x exit-code');
    expect(shown).not.toContain('2x stopped');
  });

  it('say nothing of failures where none is, and leave out where results will be', () => {
    const runs = { total: 40, done: 10, failed: 0, submitted: 20 };
    const lines = detailsOf({ ...progress, state: 'Running', runs }, description).split('\n');
    expect(lines[0]).toBe('### Running: 10 of 40 runs done');
    expect(lines).toContain('- runs: 20 submitted, 10 still to come');
    expect(lines.join('\n')).not.toMatch(/Why runs failed|results:|retry/u);
  });

  it('end with room for the frame, which the page makes lower than its content', () => {
    expect(detailsOf(progress, description)).toMatch(/\u00a0\n\n\u00a0$/u);
  });
});
