import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StudySnapshot } from '../../src/store/index.ts';
import { addEffect, edit, linesOf, pagesWith, type Damage } from './damage.ts';

/** Of the study's records. */
export const damagesOfRecords: readonly Damage[] = [
  ...(
    [
      ['the seed', /"seed": \d+/u, '"seed": 99', 'seed says 99'],
      ['a job', '"jobId": "J2"', '"jobId": "J9"', 'jobs says'],
      ['how many runs', /"runs": 4/u, '"runs": 5', 'runs says 5, and by the other records it is 4'],
      ['the method', '"full-factorial"', '"sobol"', 'method says "sobol"'],
    ] as const
  ).map(([what, from, to, told]): Damage => ({
    what: `${what} in the manifest`,
    harm: ({ kept }) => edit(join(kept, 'manifest.json'), from, to),
    ...{ told: new RegExp(`^contradiction manifest.json: ${told}`, 'u'), as: 'fault' },
    analysed: true,
  })),
  {
    what: 'a limit in the summary that nobody had set',
    harm: ({ kept }) => edit(join(kept, 'summary.json'), '"cost": {', '"cost": {"maxCost": 5,'),
    ...{
      told: /contradiction summary\.json: cost\.maxCost says 5, and by the study file and the limits/u,
      ...{ as: 'fault', byHashOnly: true },
    },
  },
  {
    what: 'the value of an outcome',
    harm: ({ kept }) => edit(join(kept, 'outcomes/1.ndjson'), '"y":2', '"y":3'),
    ...{ told: /run 1: y the table has 3, the collected files give 2/u, as: 'fault' },
  },
  {
    what: 'an outcome that is gone',
    harm: ({ kept }) =>
      writeFileSync(
        join(kept, 'outcomes/1.ndjson'),
        `${linesOf(join(kept, 'outcomes/1.ndjson'))[0] ?? ''}\n`,
      ),
    ...{ told: /missing run 2 in job 1 \(J1\)/u, as: 'fault' },
  },
  {
    what: 'an outcome that is there twice',
    harm: ({ kept }) => {
      const lines = linesOf(join(kept, 'outcomes/1.ndjson'));
      writeFileSync(join(kept, 'outcomes/1.ndjson'), [...lines, lines[0], ''].join('\n'));
    },
    ...{ told: /paid-twice run 1 has one attempt two times/u, as: 'fault' },
  },
  {
    what: 'all outcomes of a job that are gone',
    harm: ({ kept }) => rmSync(join(kept, 'outcomes/2.ndjson')),
    ...{
      told: /missing job 2 \(J2\) was submitted, and what became of its runs \(3, 4\)/u,
      as: 'fault',
    },
  },
  {
    what: 'a failed attempt that says that it is done',
    harm: ({ kept }) => edit(join(kept, 'outcomes/2.ndjson'), /"Failed"/u, '"Done"'),
    ...{ told: /run 4 was executed again although it was done/u, as: 'fault' },
  },
  {
    what: 'the time at which a run began',
    harm: ({ kept }) =>
      edit(
        join(kept, 'outcomes/1.ndjson'),
        '"startedAt":"2026-05-01T13',
        '"startedAt":"2026-05-01T12',
      ),
    ...{ told: /contradiction run 1 in job 1 \(J1\) began at/u, as: 'fault' },
  },
  {
    what: 'how long a run took',
    harm: ({ kept }) =>
      edit(join(kept, 'outcomes/1.ndjson'), '"elapsedSeconds":60', '"elapsedSeconds":6'),
    ...{ told: /contradiction runs\.csv/u, as: 'fault' },
  },
  {
    what: 'the price',
    harm: ({ kept }) => edit(join(kept, 'price.json'), /4/u, '2'),
    ...{ told: /contradiction runs\.csv/u, as: 'fault' },
  },
  {
    what: 'the hours of a job',
    harm: ({ kept }) => edit(join(kept, 'jobs/1-hours.json'), /1/u, '0.5'),
    ...{
      told: /job 1 \(J1\) held its hardware for 1 h by the platform's history, the study's cost counts 0\.5 h/u,
      as: 'fault',
    },
  },
  {
    what: 'the hours of a job that are gone',
    harm: ({ kept }) => rmSync(join(kept, 'jobs/1-hours.json')),
    ...{ told: /job 1 \(J1\) held its hardware for 1 h by the platform's history/u, as: 'fault' },
  },
  {
    what: 'the runs that a job was made for',
    harm: ({ kept }) => edit(join(kept, 'jobs/2.json'), /"first": ?3/u, '"first": 2'),
    ...{
      told: /contradiction job 2 \(J2\) its record jobs\/2\.json names 3 runs and expects 2/u,
      as: 'fault',
    },
  },
  {
    what: 'the record of a job that is gone',
    harm: ({ kept }) => rmSync(join(kept, 'jobs/2.json')),
    ...{ told: /jobs\/2\.json is missing/u, as: 'fault' },
  },
  {
    what: 'the platform’s id of a job',
    harm: ({ kept }) => edit(join(kept, 'jobs/1-platform.json'), 'J1', 'J7'),
    ...{
      told: /job J1 was submitted at .*, but it is no job of the study's records/u,
      as: 'fault',
    },
  },
  {
    what: 'the platform’s id of a job that is gone',
    harm: ({ kept }) => rmSync(join(kept, 'jobs/1-platform.json')),
    ...{ told: /missing job 1 was created as J1, but its record is missing/u, as: 'fault' },
  },
  {
    what: 'a page of the ledger that is gone',
    harm: ({ kept }) => rmSync(join(kept, 'ledger/4.json')),
    ...{ told: /missing ledger\/4\.json a page of the ledger/u, as: 'fault' },
  },
  {
    what: 'the last page of the ledger that is gone',
    harm: ({ kept }) =>
      rmSync(join(kept, 'ledger', `${readdirSync(join(kept, 'ledger')).length}.json`)),
    ...{
      told: /missing ledger\/\d+\.json was there when the study ended/u,
      as: 'fault',
      byHashOnly: true,
    },
  },
  {
    what: 'a submit in the ledger that was removed',
    harm: ({ kept }) => {
      for (const path of pagesWith(
        kept,
        (entry) => 'what' in entry && entry.what === 'submit-job' && entry.key === 'J1',
      )) {
        writeFileSync(path, '{"entries":[]}');
      }
    },
    ...{
      told: /not-accounted job 1 \(J1\) run 1 of it began at .*, but the ledger has no submit/u,
      as: 'fault',
    },
  },
  {
    what: 'a submit that the ledger has twice',
    harm: ({ kept }) => addEffect(kept, 'submit-job', {}),
    ...{ told: /paid-twice job \d \(J\d\) was submitted 2 times/u, as: 'fault' },
  },
  {
    what: 'a damaged record',
    harm: ({ kept }) => writeFileSync(join(kept, 'jobs/3.json'), '{'),
    ...{ told: /jobs\/3\.json/u, as: 'fault' },
  },
  {
    what: 'where the study stood',
    harm: ({ kept }) => edit(join(kept, 'checkpoint.json'), /"jobs": ?3/u, '"jobs":2'),
    ...{ told: /changed checkpoint\.json/u, as: 'fault', byHashOnly: true },
  },
  {
    what: 'what the summary says',
    harm: ({ kept, copy }) => {
      for (const place of [kept, copy])
        edit(join(place, 'summary.json'), '"Finished"', '"Stopped"');
    },
    ...{ told: /changed \S*summary\.json/u, as: 'fault' },
  },
  {
    what: 'an amendment whose command was cut off',
    harm: ({ kept }) => {
      const { files, studyFile } = JSON.parse(
        readFileSync(join(kept, 'snapshot.json'), 'utf8'),
      ) as StudySnapshot;
      mkdirSync(join(kept, 'revisions'));
      const revision = {
        ...{ formatVersion: 1, revision: 2, createdAt: '2026-05-02T12:00:00Z', runs: [] },
        ...{ engineVersion: '1', files, studyFile, changes: [] },
        amendment: { by: 'ann', changes: ['runs: 4 -> 8'] },
      };
      writeFileSync(join(kept, 'revisions/2.json'), JSON.stringify(revision));
    },
    ...{
      told: /missing revision 2 was kept, and what it changes is not in the tables/u,
      as: 'fault',
    },
  },
];
