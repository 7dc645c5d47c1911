import { addEffect, type Damage } from './damage.ts';
import { jobOf, md5Of, type Shown, type ShownAnalysis, type ShownJob } from './shown-platform.ts';

/** Of what the platform has of the study: clusters, fields, runs, histories, files. */
export const damagesOfPlatform: readonly Damage[] = [
  {
    what: 'hardware that costs more',
    harm: ({ shown }) => Object.assign(analysisOf(shown)?.hardware ?? {}, { coreType: 'onyx' }),
    ...{
      told: /contradiction job 1 \(J1\) has core type onyx there, and emerald was asked for/u,
      as: 'fault',
    },
  },
  {
    what: 'more slots',
    harm: ({ shown }) => Object.assign(analysisOf(shown)?.hardware ?? {}, { slots: 4 }),
    ...{ told: /job 1 \(J1\) has slots 4 there, and 1 was asked for/u, as: 'fault' },
  },
  {
    what: 'a priority that nobody asked for',
    harm: ({ shown }) => void (jobOf(shown).isLowPriority = true),
    ...{ told: /job 1 \(J1\) has low priority true there, and false was/u, as: 'fault' },
  },
  {
    what: 'other software',
    harm: ({ shown }) => Object.assign(analysisOf(shown)?.analysis ?? {}, { version: '9' }),
    ...{ told: /job 1 \(J1\) has software version 9 there, and 0 was asked for/u, as: 'fault' },
  },
  {
    what: 'another command',
    harm: ({ shown }) => Object.assign(analysisOf(shown) ?? {}, { command: 'test $x' }),
    ...{
      told: /job 1 \(J1\) has a command there that isn't the one that was sent, of "test \$\{x\}"/u,
      as: 'fault',
    },
  },
  {
    what: 'a cluster that was left on',
    harm: ({ shown }) => void shown.clusters[0]?.statuses.shift(),
    ...{ told: /left-on cluster C1 is Started although the study has ended/u, as: 'fault' },
  },
  {
    what: 'a second cluster that is left on',
    harm: ({ shown }) => {
      const [{ name } = { name: '' }] = shown.clusters;
      shown.clusters.push({
        id: 'C2',
        name,
        statuses: [{ status: 'Started', statusDate: '2026-05-01T12:00:00Z' }],
      });
    },
    ...{ told: /left-on cluster C2 carries the study's mark, goes on/u, as: 'fault' },
  },
  {
    what: 'a cluster of another name that the ledger of effects has, and that is left on',
    harm: ({ kept, shown }) => {
      shown.clusters.push({
        id: 'C2',
        name: 'other',
        statuses: [{ status: 'Started', statusDate: '2026-05-01T12:00:00Z' }],
      });
      addEffect(kept, 'create-cluster', { platformId: 'C2' });
    },
    ...{ told: /left-on cluster C2 is Started although the study has ended/u, as: 'fault' },
  },
  {
    what: 'a finding that says something else on a job',
    harm: ({ shown }) => void (jobOf(shown).fields['Mean'] = { value: 9 }),
    ...{
      told: /changed job 1 \(J1\): field "Mean" the study wrote 5, the platform shows 9/u,
      as: 'fault',
    },
  },
  {
    what: 'a finding that is gone from a job',
    harm: ({ shown }) => void delete jobOf(shown).fields['Mean'],
    ...{ told: /missing job 1 \(J1\) the field "Mean"/u, as: 'fault' },
  },
  {
    what: 'times of a run on the platform',
    harm: ({ shown }) =>
      void Object.assign(jobOf(shown).runs[1] ?? {}, { dateCompleted: '2026-05-02T00:00:00Z' }),
    ...{ told: /contradiction run 2 in job 1 \(J1\) ended at 2026-05-02/u, as: 'fault' },
  },
  {
    what: 'what a run was given',
    harm: ({ shown }) => void Object.assign(jobOf(shown).runs[1] ?? {}, { x: '7' }),
    ...{ told: /contradiction run 2 in job 1 \(J1\) .*7/u, as: 'fault' },
  },
  {
    what: 'a run of which the platform has no record',
    harm: ({ shown }) => void jobOf(shown).runs.pop(),
    ...{
      told: /contradiction run 2 in job 1 \(J1\) began at .*, and the platform has no record of it/u,
      as: 'fault',
    },
  },
  {
    what: 'a run that the job was not made for',
    harm: ({ shown }) =>
      void jobOf(shown).runs.push({
        ...(jobOf(shown).runs[0] as ShownJob['runs'][number]),
        id: '3',
      }),
    ...{ told: /not-accounted job 1 \(J1\) has a run 3/u, as: 'fault' },
  },
  {
    what: 'the name of a job',
    harm: ({ shown }) => void (jobOf(shown).name = 'other'),
    ...{ told: /contradiction job 1 \(J1\) is named "other"/u, as: 'fault' },
  },
  {
    what: 'how many runs a job plans',
    harm: ({ shown }) => void (jobOf(shown).expectedRuns = 3),
    ...{ told: /contradiction job 1 \(J1\) plans 3 runs/u, as: 'fault' },
  },
  {
    what: 'the history of a job',
    harm: ({ shown }) =>
      void Object.assign(jobOf(shown).statuses[0] ?? {}, { statusDate: '2026-05-01T23:00:00Z' }),
    ...{ told: /contradiction job 1 \(J1\) held its hardware for 10 h/u, as: 'fault' },
  },
  {
    what: 'the checksum of a file',
    harm: ({ shown }) => void Object.assign(jobOf(shown).files[0] ?? {}, { md5: md5Of('other') }),
    ...{ told: /changed run 1, attempt 1: out\.txt has MD5/u, as: 'fault' },
  },
  {
    what: 'a file that is no longer listed',
    harm: ({ shown }) => void jobOf(shown).files.shift(),
    ...{
      told: /job 1 \(J1\) no longer lists 1 file that was collected \(run 1, attempt 1: out\.txt\)/u,
      as: 'note',
    },
  },
];

/** Of the platform's own copies, which only reading them tells. */
export const deepDamages: readonly Damage[] = [
  {
    what: 'a file that was changed in the platform’s folder',
    harm: ({ shown }) => void Object.assign(jobOf(shown).files[0] ?? {}, { content: 'y = 9\n' }),
    ...{ told: /changed run 1, attempt 1: out\.txt the platform’s own copy differs/u, as: 'fault' },
  },
  {
    what: 'a file that was removed from the platform’s folder',
    harm: ({ shown }) => void Object.assign(jobOf(shown).files[0] ?? {}, { content: undefined }),
    ...{
      told: /missing run 1, attempt 1: out\.txt the platform’s own copy is listed, and its contents are gone/u,
      as: 'fault',
    },
  },
  {
    what: 'a file that the platform no longer lists',
    harm: ({ shown }) => void jobOf(shown).files.shift(),
    ...{
      told: /missing run 1, attempt 1: out\.txt was collected from job 1 \(J1\), which no longer lists it/u,
      as: 'fault',
    },
  },
];

function analysisOf(shown: Shown): ShownAnalysis | undefined {
  return jobOf(shown).jobanalyses?.[0];
}
