/**
 * What the test of the shown commands has to know beyond the pages that show them. Most commands need no line here: those of docs/first-ten-minutes.md are run with that page,
 * and all that are named neither here nor there are run as they are shown, after the tour, and must end with code 0.
 */

/** A command that needs something before it is run, or can't be run to the letter. */
export interface TourStop {
  /** As it is shown; arguments with blanks or signs of the shell in single quotes. */
  readonly shown: string;
  /** What is run in its place. */
  readonly as?: string;
  /** Lines of a shell that bring about what it needs. */
  readonly first?: readonly string[];
  /** Default: 0. */
  readonly exitCode?: number;
  /** For a command that stays: what it says when it is up. Then it is interrupted. */
  readonly upWhen?: RegExp;
  /** True where it finds Temporal as it finds that of a company, by its address. */
  readonly onCluster?: boolean;
}

/** A study that is still running when the next command comes. */
const slow = (name: string): readonly string[] => [
  `doeflow init ${name}`,
  `sed -i 's/command: node/command: sleep 60; node/' ${name}/study.yaml`,
  `doeflow start ${name}`,
];

/** In this order. The folder holds `my-study` and its results, as the page of the first ten minutes leaves them. */
export const tour: readonly TourStop[] = [
  {
    shown: 'doeflow analyze results.csv --study study.yaml',
    first: ['cp "$(ls -d results/my-study-* | tail -1)"/results.csv my-study/study.yaml .'],
  },
  { shown: 'doeflow analyze my-study --study other.yaml', first: ['cp study.yaml other.yaml'] },
  {
    shown: 'doeflow init --from FILE',
    as: 'doeflow init of-points --from points.csv',
    first: ["printf 'x,y\\n1,2\\n3,4\\n' > points.csv"],
  },
  { shown: 'doeflow plan STUDY -o FILE', as: 'doeflow plan my-study -o plan.json' },
  { shown: 'doeflow start', as: 'doeflow start second', first: ['doeflow init second'] },
  { shown: 'doeflow verify ID', as: 'doeflow verify my-study' },
  {
    shown: 'doeflow amend STUDY changed.yaml --plan',
    as: 'doeflow amend my-study my-study/changed.yaml --plan',
    first: [
      "(cat my-study/study.yaml; echo 'statistics: { confidence: 0.9 }') > my-study/changed.yaml",
    ],
  },
  {
    shown: "doeflow amend STUDY changed.yaml --apply --why 'more points'",
    as: "doeflow amend my-study my-study/changed.yaml --apply --yes --why 'more points'",
  },
  {
    shown: 'doeflow amend STUDY changed.yaml --apply --rerun 3,7-9',
    as: 'doeflow amend my-study my-study/again.yaml --apply --yes --rerun 1-2',
    first: [
      "sed 's/command: node/command: nice node/' my-study/changed.yaml > my-study/again.yaml",
    ],
  },
  {
    shown: "doeflow amend STUDY changed.yaml --apply --rerun-where 'stress > 3e4'",
    as: "doeflow amend my-study my-study/more.yaml --plan --rerun-where 'run > 3'",
    first: [
      "sed 's/command: nice node/command: nice -n 1 node/' my-study/again.yaml > my-study/more.yaml",
    ],
  },
  {
    shown: 'doeflow amend STUDY --withdraw 7-9 --plan',
    as: 'doeflow amend fewer --withdraw 7-9 --plan',
    first: [
      'doeflow init fewer',
      "sed -i 's/command: node/command: sleep 60; node/; s/^execution:/execution:\\n  runsPerJob: 2\\n  maxConcurrentJobs: 1/' fewer/study.yaml",
      'doeflow start fewer',
    ],
  },
  {
    shown: "doeflow amend STUDY --apply --withdraw-where 'x > 3'",
    as: "doeflow amend fewer --apply --yes --detach --withdraw-where 'run > 6 and run < 9'",
  },
  {
    shown: 'doeflow amend STUDY --apply --bring-back 8',
    as: 'doeflow amend fewer --apply --yes --detach --bring-back 8',
  },
  { shown: 'doeflow pause ID', as: 'doeflow pause held --now', first: slow('held') },
  { shown: 'doeflow resume ID', as: 'doeflow resume held' },
  {
    shown: 'doeflow stop ID',
    as: 'doeflow stop gentle',
    first: ['doeflow stop held', 'doeflow stop fewer', ...slow('gentle')],
  },
  { shown: 'doeflow stop ID --force', as: 'doeflow stop forced --force', first: slow('forced') },
  // It asks a person at a terminal.
  {
    shown: 'doeflow stop ID --shutdown',
    as: 'doeflow stop shut --shutdown --yes',
    first: slow('shut'),
  },
  { shown: 'doeflow api POST files/contents --upload mesh.zip', first: ['touch mesh.zip'] },
  {
    shown:
      "doeflow archive create nightly --cron '0 3 * * *' --timezone Europe/Berlin --select 'study:my-study and state:completed and age:>7d' --to /mnt/archive --keep 30d",
  },
  {
    shown:
      "doeflow archive create nightly --cron '0 3 * * *' --select 'study:my-study and age:>7d' --to /mnt/archive --keep 30d --delete-jobs --approve",
    first: ['doeflow archive delete nightly'],
  },
  // No job here is older than a week: the archive takes one that is new, and asks whether to delete it.
  {
    shown: 'doeflow archive trigger nightly --wait',
    first: [
      'doeflow watch second',
      'doeflow archive delete nightly',
      "doeflow archive create nightly --cron '0 3 * * *' --select study:second --to /mnt/archive --keep 0s --delete-jobs --approve",
    ],
  },
  { shown: 'doeflow archive approve nightly', as: 'doeflow archive approve nightly --yes --wait' },
  {
    shown:
      "doeflow schedule create my-study --cron '0 3 * * *' --timezone Europe/Berlin --notify https://hooks.example.com/doeflow",
  },
  { shown: 'doeflow schedule trigger my-study --wait' },
  { shown: 'doeflow schedule trigger NAME', as: 'doeflow schedule trigger my-study' },
  { shown: 'doeflow platform --port 8080 --data ./platform', upWhen: /ready at http/u },
  {
    shown: 'doeflow platform --data DIR --hour 60',
    as: 'doeflow platform --data ./hours --hour 60',
    upWhen: /ready at http/u,
  },
  // It asks for the token at a terminal.
  {
    shown: 'doeflow login https://platform.example.com --profile acme',
    as: 'doeflow login https://platform.example.com --profile acme --token-stdin',
    onCluster: true,
  },
  { shown: 'doeflow doctor --profile acme', onCluster: true },
  { shown: 'doeflow plan my-study --check --profile acme', onCluster: true },
  {
    shown: 'doeflow run my-study --profile acme',
    as: 'doeflow run acme-study --profile acme',
    first: ['doeflow init acme-study'],
    onCluster: true,
  },
  {
    shown: 'doeflow worker',
    as: 'doeflow worker --profile acme',
    upWhen: /worker ready/u,
    onCluster: true,
  },
];

/** Commands that aren't run with the others, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'doeflow api POST v3/clusters/ID/shutdown': 'no study of the tour has a cluster',
  'doeflow notify test NAME':
    'needs a target in the profile file: test/host/notify-targets.test.ts',
  'doeflow dev --run-as doeflow-runs':
    'needs root and a further user: test/security/end-to-end/runs-apart.test.ts',
  'doeflow prune beam-load-20260103-101500':
    'needs a study with a copy in an archive: test/cli/end-to-end/prune.test.ts',
  'doeflow backup /mnt/backup/doeflow-2026-11-28':
    'needs a home at rest: test/cli/end-to-end/backup.test.ts',
  'doeflow restore /mnt/backup/doeflow-2026-11-28 --check':
    'needs a back-up: test/cli/end-to-end/backup.test.ts',
  'doeflow restore /mnt/backup/doeflow-2026-11-28':
    'needs a back-up, and no home: test/cli/end-to-end/backup.test.ts',
  'doeflow restore --take-over --instead-of ID':
    'needs a home that took over: test/activities/take-over-guard.test.ts',
  'doeflow restore --take-over --older':
    'needs a store that is an older copy of itself: test/activities/study/outcomes-lost.test.ts',
  'doeflow doctor --fix':
    'needs a Temporal cluster that lacks something: test/production/production.test.ts',
  'doeflow worker --queues transfer --transfer-slots 8':
    'needs a cluster and a platform: test/cli/end-to-end/worker.test.ts',
  'doeflow worker --queues control --metrics 9464 --health 9465':
    'needs a cluster and a platform: test/cli/end-to-end/worker.test.ts',
  'doeflow run studies/cantilever-beam': 'another study: test/studies/cantilever-beam.test.ts',
  'doeflow run studies/ishigami': 'another study: test/studies/ishigami.test.ts',
  'doeflow run studies/rosenbrock': 'another study: test/studies/rosenbrock.test.ts',
  'doeflow run studies/rc-filter': 'needs the solver ngspice: test/studies/rc-filter.test.ts',
  'doeflow run studies/bracket': 'needs the solver CalculiX: test/studies/recipes.test.ts',
  'doeflow run studies/airfoil': 'needs the solver XFOIL: test/studies/recipes.test.ts',
  'doeflow run studies/pendulum': 'another study: test/studies/recipes.test.ts',
  'doeflow results bracket --where holds --sort mass --limit 3':
    'on the results of another study: its README names what it shows',
  'doeflow compare bracket-2 bracket': 'on the results of another study, run twice',
  'doeflow results airfoil --sort -glide --limit 5':
    'on the results of another study: its README names what it shows',
};
