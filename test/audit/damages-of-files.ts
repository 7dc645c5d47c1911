import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { edit, linesOf, type Damage } from './damage.ts';

/** Of the store's files and the copy of the results. */
export const damagesOfFiles: readonly Damage[] = [
  {
    what: 'a byte of a collected file that no value is read from',
    harm: ({ kept }) => edit(join(kept, 'runs/2/1/doeflow-run.txt'), '# doe', '# dow'),
    ...{ told: /changed run 2: doeflow-run\.txt expected MD5/u, as: 'fault' },
  },
  {
    what: 'a collected file that is gone',
    harm: ({ kept }) => rmSync(join(kept, 'runs/3/1/out.txt')),
    ...{ told: /missing run 3: out\.txt was collected/u, as: 'fault' },
  },
  {
    what: 'a collected file that was taken out of the outcome, the store and the copy',
    harm: ({ kept, copy }) => {
      edit(join(kept, 'outcomes/2.ndjson'), /,"doeflow-run\.txt":"\w{32}"/u, '');
      rmSync(join(kept, 'runs/3/1/doeflow-run.txt'));
      rmSync(join(copy, 'runs/3/doeflow-run.txt'));
    },
    ...{ told: /contradiction run 3, attempt 1 its outcome in job 2 \(J2\)/u, as: 'fault' },
  },
  {
    what: 'a collected file that was cut',
    harm: ({ kept }) => writeFileSync(join(kept, 'runs/3/1/out.txt'), ''),
    ...{ told: /changed run 3: out\.txt/u, as: 'fault' },
  },
  {
    what: 'a folder of a run that is gone',
    harm: ({ kept }) => rmSync(join(kept, 'runs/4'), { recursive: true }),
    ...{ told: /missing run 4, attempt 2: out\.txt/u, as: 'fault' },
  },
  {
    what: 'files of two runs that were swapped',
    harm: ({ kept }) => {
      const [one, two, aside] = [1, 2, 9].map((run) => join(kept, `runs/${run}`)) as [
        string,
        string,
        string,
      ];
      for (const [from, to] of [
        [one, aside],
        [two, one],
        [aside, two],
      ] as const) {
        cpSync(from, to, { recursive: true });
        rmSync(from, { recursive: true });
      }
    },
    ...{ told: /contradiction run 1: y the table has 2, the collected files give 4/u, as: 'fault' },
  },
  {
    what: 'a file that was put among the collected ones',
    harm: ({ kept }) => writeFileSync(join(kept, 'runs/1/1/more.txt'), 'y = 9\n'),
    ...{ told: /runs\/1\/1\/more\.txt in the store is no file that was collected/u, as: 'note' },
  },
  {
    what: 'a cell of the table',
    harm: ({ kept }) => edit(join(kept, 'results.csv'), /Done/u, 'Failed'),
    ...{ told: /contradiction results\.csv made once more/u, as: 'fault' },
  },
  {
    what: 'a row of the table that is gone',
    harm: ({ kept }) =>
      writeFileSync(
        join(kept, 'results.csv'),
        `${linesOf(join(kept, 'results.csv')).slice(0, -1).join('\n')}\n`,
      ),
    ...{ told: /contradiction results\.csv/u, as: 'fault' },
  },
  {
    what: 'a row of the design',
    harm: ({ kept }) => edit(join(kept, 'design.csv'), /3/u, '5'),
    ...{ told: /contradiction design\.csv/u, as: 'fault' },
  },
  {
    what: 'what a run cost, in its table',
    harm: ({ kept }) => edit(join(kept, 'runs.csv'), /0\.0\d+/u, '0.99'),
    ...{ told: /contradiction runs\.csv/u, as: 'fault' },
  },
  {
    what: 'a number of the statistics',
    harm: ({ kept }) => edit(join(kept, 'statistics.json'), /"mean": ?5/u, '"mean":6'),
    ...{ told: /contradiction statistics\.json/u, as: 'fault', analysed: true },
  },
  {
    what: 'the value of a finding',
    harm: ({ kept }) => edit(join(kept, 'findings.json'), /5/u, '6'),
    ...{ told: /contradiction findings\.json/u, as: 'fault', analysed: true },
  },
  {
    what: 'how many runs are done, in the summary',
    harm: ({ kept }) => edit(join(kept, 'summary.json'), /"done": ?4/u, '"done":3'),
    ...{
      told: /contradiction summary\.json: runs says .*"done":3.* by the other records it is .*"done":4/u,
      ...{ as: 'fault', analysed: true },
    },
  },
  {
    what: 'the cost in the summary',
    harm: ({ kept }) => edit(join(kept, 'summary.json'), /"high": ?[\d.]+/u, '"high":999'),
    ...{
      told: /contradiction summary\.json: cost says .*"high":999.* by the other records/u,
      ...{ as: 'fault', analysed: true },
    },
  },
  {
    what: 'a finding in the summary',
    harm: ({ kept }) => edit(join(kept, 'summary.json'), /"value": ?5/u, '"value":6'),
    ...{ told: /contradiction summary\.json: findings/u, as: 'fault', analysed: true },
  },
  {
    what: 'a statistic in the summary',
    harm: ({ kept }) => edit(join(kept, 'summary.json'), /"mean": ?5/u, '"mean":6'),
    ...{ told: /contradiction summary\.json: /u, as: 'fault', analysed: true },
  },
  {
    what: 'how many runs are done, in the state',
    harm: ({ kept }) => edit(join(kept, 'status.json'), /"done": ?4/u, '"done":3'),
    ...{ told: /contradiction status\.json counts 3 done/u, as: 'fault', analysed: true },
  },
  {
    what: 'a param file',
    harm: ({ kept }) => edit(join(kept, 'jobs/1/param-1.csv'), /2/u, '7'),
    ...{ told: /changed jobs\/1\/param-1\.csv expected SHA-256/u, as: 'fault' },
  },
  {
    what: 'a template as it was sent',
    harm: ({ kept, objects }) => {
      const spec = JSON.parse(readFileSync(join(kept, 'jobs/1.json'), 'utf8')) as {
        inputsTemplate: { sha256: string };
      };
      const { sha256 } = spec.inputsTemplate;
      const path = readdirSync(objects, { recursive: true, encoding: 'utf8' }).find((name) =>
        name.replaceAll('/', '').endsWith(sha256),
      );
      writeFileSync(join(objects, path ?? ''), 'x');
    },
    ...{ told: /file doeflow-inputs\.txt\.in of the study/u, as: 'fault' },
  },
  {
    what: 'the copied table',
    harm: ({ copy }) => edit(join(copy, 'results.csv'), /Done/u, 'Failed'),
    ...{ told: /changed \S+results\.csv expected SHA-256 \w+ by the manifest/u, as: 'fault' },
  },
  {
    what: 'a copied file of a run that is gone',
    harm: ({ copy }) => rmSync(join(copy, 'runs/2/out.txt')),
    ...{ told: /missing \S+runs\/2\/out\.txt was collected/u, as: 'fault' },
  },
  {
    what: 'a link in place of a copied table',
    harm: ({ copy, kept }) => {
      rmSync(join(copy, 'runs.csv'));
      symlinkSync(join(kept, 'runs.csv'), join(copy, 'runs.csv'));
    },
    ...{ told: /changed \S+runs\.csv .*a link/u, as: 'fault' },
  },
  {
    what: 'a folder of a run that was put into the copy',
    harm: ({ copy }) => mkdirSync(join(copy, 'runs/99')),
    ...{ told: /runs\/99 is no folder of a run/u, as: 'note' },
  },
];
