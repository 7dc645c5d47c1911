import { describe, expect, it } from 'vitest';
import {
  eventOf,
  kindOfTrouble,
  newsOf,
  recoveryOf,
  type FoundEvent,
} from '../../src/notify/index.ts';
import type { StudyProgress } from '../../src/run/messages.ts';
import { troubleOf } from '../../src/run/trouble.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const before = (minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString();

const running: StudyProgress = {
  ...{ studyId: 'beam-1', studyName: 'beam', planHash: 'x', state: 'Running' },
  ...{ activity: 'running jobs', jobs: [], failures: [], notes: [] },
  runs: { total: 20, done: 7, failed: 5, submitted: 0 },
};
const paused: StudyProgress = {
  ...running,
  state: 'Paused',
  activity: 'paused by the guard failFast: 5 runs of a job failed and none is done',
  pausedBy: 'failFast',
};
const finished: StudyProgress = { ...running, state: 'Finished with failures' };
const down = (minutes: number) =>
  troubleOf({ code: 'API_SERVER', message: '[GET] /jobs/: 503' }, before(minutes));

const told = (
  kind: FoundEvent['kind'],
  key: string,
  event: FoundEvent['event']['event'] = kind,
): FoundEvent => ({
  ...{ kind, key, name: `${kind}-1`, isOver: false },
  event: { ...recoveryOf(facts, past, `${kind}-1`), event },
});
const facts = {
  ...{ studyId: 'beam-1', studyName: 'beam', progress: paused, now },
  ...{ cost: { low: 1, high: null, currency: 'USD' }, results: '/results/beam-1' },
};
const past = { key: 'the platform', event: { at: before(12) } } as FoundEvent;

const see = (
  progress: StudyProgress | undefined,
  events: readonly FoundEvent[] = [],
  troubles: readonly ReturnType<typeof down>[] = [],
  isSettled = true,
): readonly [begun: readonly string[], over: readonly string[]] => {
  const { begun, over } = newsOf({ progress, troubles, isSettled }, events, now);
  return [begun.map(({ kind }) => kind), over.map(({ name }) => name)];
};

describe('what there is to tell', () => {
  it('is an end and a pause, each once as long as it lasts', () => {
    expect(see(running)).toEqual([[], []]);
    expect(see(paused)).toEqual([['paused'], []]);
    expect(see(paused, [told('paused', paused.activity)])).toEqual([[], []]);
    expect(see(running, [told('paused', paused.activity)])).toEqual([[], ['paused-1']]);
    const again = { ...paused, activity: 'paused: 9 runs failed, over the limit' };
    expect(see(again, [told('paused', paused.activity)])).toEqual([['paused'], ['paused-1']]);
    expect(see(finished)).toEqual([['finished'], []]);
    expect(see(finished, [told('finished', finished.state)])).toEqual([[], []]);
  });

  it('is trouble once it has lasted some minutes, and its end once looks are sure of it', () => {
    expect(see(running, [], [down(4)])).toEqual([[], []]);
    expect(see(running, [], [down(6)])).toEqual([['trouble'], []]);
    const open = [told('trouble', 'the platform')];
    expect(see(running, open, [down(6)])).toEqual([[], []]);
    expect(see(running, open, [], false)).toEqual([[], []]);
    expect(see(running, open, [])).toEqual([[], ['trouble-1']]);
  });

  it('is the same trouble again after it was over', () => {
    const over = { ...told('trouble', 'the platform'), isOver: true };
    const recovered = told('trouble', 'the platform', 'recovered');
    expect(see(running, [over, recovered], [down(6)])).toEqual([['trouble'], []]);
  });

  it('is no change where nobody could be asked', () => {
    expect(
      see(undefined, [told('paused', 'x'), told('trouble', 'the platform')], [], false),
    ).toEqual([[], []]);
  });
});

it.each([
  ['API_CONNECTION', 'trouble'],
  ['API_AUTHENTICATION', 'trouble'],
  ['STOP_REFUSED', 'trouble'],
  ['WORKFLOW_STUCK', 'stuck'],
  ['STEP_PAUSED', 'stuck'],
  ['ENOSPC', 'stuck'],
  ['TEMPORAL_UNREACHABLE', 'stuck'],
])('%s is told as %s', (code, kind) => {
  expect(kindOfTrouble({ code })).toBe(kind);
});

describe('an event', () => {
  it('says in a sentence which study is paused, by what and why, and what can be done', () => {
    const event = eventOf(facts, { kind: 'paused', key: '', progress: paused }, 'paused-1');
    expect(event).toMatchObject({
      id: 'beam-1/paused-1',
      words:
        'Study beam-1 is paused by the guard failFast: 5 runs of a job failed and none is done; 7 of 20 runs done, 5 failed.',
      runs: { total: 20, done: 7, failed: 5 },
      results: null,
    });
    expect(event.whatToDo).toContain('doeflow resume beam-1');
  });

  it.each([
    ['owner', 'paused by its owner', [], ['logs', 'retry', 'budget']],
    ['cluster', 'paused, as there is no cluster to go on with', [], ['logs', 'retry', 'budget']],
    ['budget', 'paused by the guard budget: 18 of 20 USD', ['budget'], ['logs', 'retry']],
    ['canary', 'paused by the guard canary: no run is done', ['logs', 'retry'], ['budget']],
    [
      'maxFailedRuns',
      'paused: 9 runs failed, over the limit; waiting for resume, retry or stop',
      ['logs', 'retry'],
      ['budget'],
    ],
  ] as const)(
    'of a pause by %s, %s, names only what helps there',
    (pausedBy, activity, named, others) => {
      const progress = { ...paused, activity, pausedBy };
      const news = { kind: 'paused', key: '', progress } as const;
      const { whatToDo } = eventOf(facts, news, 'paused-1');
      for (const verb of ['resume', 'stop', ...named]) {
        expect(whatToDo).toContain(`doeflow ${verb} beam-1`);
      }
      for (const verb of others) expect(whatToDo).not.toContain(`doeflow ${verb}`);
      if (pausedBy === 'budget') expect(whatToDo).toMatch(/budget.*then doeflow resume/u);
      else if (named.length > 0) expect(whatToDo).toMatch(/logs.*resume.*retry/u);
    },
  );

  it('says how a study ended, and where its results are', () => {
    const news = { kind: 'finished', key: '', progress: finished } as const;
    expect(eventOf({ ...facts, progress: finished }, news, 'finished-1')).toMatchObject({
      state: 'Finished with failures',
      words: 'Study beam-1 has finished with failures: 7 of 20 runs done, 5 failed.',
      results: '/results/beam-1',
    });
  });

  it('says for how long a study has waited, and when that is over', () => {
    const news = { kind: 'trouble', key: 'the platform', trouble: down(6) } as const;
    expect(eventOf(facts, news, 'trouble-1').words).toBe(
      'Study beam-1 has waited for the platform for 6 minutes: [GET] /jobs/: 503',
    );
    expect(recoveryOf(facts, past, 'trouble-1-recovered').words).toBe(
      'Study beam-1 no longer waits for the platform; that was told 12 minutes ago.',
    );
  });
});
