import { join } from 'node:path';
import { addEffect, edit, type Damage } from './damage.ts';
import { jobOf, type Shown, type ShownJob } from './shown-platform.ts';

/** A second job of the same name, as a create that was repeated would leave it. */
function doubleJob(shown: Shown): ShownJob {
  const twin = { ...structuredClone(jobOf(shown)), id: 'J9' };
  shown.jobs.push(twin);
  const entries = shown.ledger ?? [];
  const own = entries.filter(({ subject }) => subject === 'J1');
  shown.ledger?.push(...own.map((entry) => ({ ...entry, subject: 'J9' })));
  return twin;
}

function remove(shown: Shown, id: string): void {
  shown.jobs = shown.jobs.filter((job) => job.id !== id);
  shown.ledger?.push({ at: 0, kind: 'job deleted', subject: id, run: null, detail: {} });
}

const started = (kind: string) => ({ at: 0, kind, subject: 'J1', run: 1, detail: {} });

/** Of the jobs that the platform has, or had, of the study, and of how often it ran them. */
export const damagesOfJobs: readonly Damage[] = [
  {
    what: 'a job that was made and submitted twice',
    harm: ({ shown }) => void doubleJob(shown),
    ...{ told: /paid-twice job J9 carries the study's mark, was submitted/u, as: 'fault' },
  },
  {
    what: 'a job that was submitted twice and deleted since',
    harm: ({ shown }) => {
      doubleJob(shown);
      remove(shown, 'J9');
    },
    ...{
      told: /paid-twice job J9 was submitted at .*, began 2 runs, ended at .*, was deleted at .* by the platform's ledger/u,
      as: 'fault',
    },
  },
  {
    what: 'a job of another name that the ledger of effects has, and that was submitted',
    harm: ({ kept, shown }) => {
      doubleJob(shown).name = 'other';
      addEffect(kept, 'create-job', { platformId: 'J9' });
    },
    ...{ told: /paid-twice job J9 was submitted by the platform's history/u, as: 'fault' },
  },
  {
    what: 'a submitted job of the ledger of effects that is gone, on a platform without a ledger of its own',
    harm: ({ kept, shown }) => {
      shown.ledger = undefined;
      addEffect(kept, 'submit-job', { key: 'J9', platformId: 'J9' });
    },
    ...{ told: /not-accounted job J9 was submitted at/u, as: 'fault' },
  },
  {
    what: 'a draft of the ledger of effects that is gone, on a platform without a ledger of its own',
    harm: ({ kept, shown }) => {
      shown.ledger = undefined;
      addEffect(kept, 'create-job', { platformId: 'J9' });
    },
    ...{
      told: /job J9 is of the study's ledger of effects, .* whether anybody else submitted it can't be checked; it may have cost/u,
      as: 'note',
    },
  },
  {
    what: 'a job of the study that was deleted',
    harm: ({ shown }) => remove(shown, 'J1'),
    ...{
      told: /job 1 \(J1\) is no longer on the platform \(by its ledger submitted at .*\): by the study's records it held its hardware for 1 h/u,
      as: 'note',
    },
  },
  {
    what: 'a job of the study that was deleted before its hours were known',
    harm: ({ kept, shown }) => {
      shown.ledger = undefined;
      remove(shown, 'J1');
      edit(join(kept, 'jobs/1-hours.json'), /1/u, '0');
    },
    ...{
      told: /not-accounted job 1 \(J1\) was submitted, is no longer on the platform, and the study's records don't tell how long it held its hardware: it may have cost/u,
      as: 'fault',
    },
  },
  {
    what: 'a submit that the platform refused',
    harm: ({ shown }) =>
      shown.ledger?.push({ ...started('job submitted again'), run: null as never }),
    ...{ told: /job 1 \(J1\) was submitted once more, which the platform refused/u, as: 'note' },
  },
  {
    what: 'a submit that the platform took twice',
    harm: ({ shown }) => shown.ledger?.push({ ...started('job submitted'), run: null as never }),
    ...{
      told: /paid-twice job 1 \(J1\) was submitted 2 times by the platform's ledger/u,
      as: 'fault',
    },
  },
  {
    what: 'a run that began twice',
    harm: ({ shown }) => shown.ledger?.push(started('run started')),
    ...{ told: /paid-twice run 1 in job 1 \(J1\) was started 2 times/u, as: 'fault' },
  },
  {
    what: 'a run that was begun again as the runner died',
    harm: ({ shown }) => shown.ledger?.push(started('run lost'), started('run restarted')),
    ...{
      told: /1 run was begun more than once .* \(run 1 in job 1 \(J1\): 2 times\)/u,
      as: 'note',
    },
  },
];
