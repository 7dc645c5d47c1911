/**
 * Every command that people are shown, but those of docs/first-ten-minutes.md, in an order in which they can be run one after the other. A new command needs one
 * line here: where it belongs in the tour, or in {@link notRun} with the reason.
 */
/** One command of the tour. */
export interface TourStop {
  /** As it is shown. */
  readonly shown: string;
  /** What is run in its place, where it can't be run as it is shown. */
  readonly as?: string;
  /** Lines of a shell that bring about what it needs. */
  readonly first?: readonly string[];
  /** Default: 0. */
  readonly exitCode?: number;
  /** For a command that stays: what it says when it is up. Then it is interrupted. */
  readonly upWhen?: RegExp;
  /** True where it finds Temporal as it finds that of a company: by its address. */
  readonly onCluster?: boolean;
}

const slow = (name: string): readonly string[] => [
  `doeflow init ${name}`,
  `sed -i 's/command: node/command: sleep 60; node/' ${name}/study.yaml`,
  `doeflow start ${name}`,
];

/** The folder holds `my-study` and its results, as the page of the first ten minutes leaves them. */
export const tour: readonly TourStop[] = [
  { shown: 'doeflow validate', as: 'doeflow validate my-study' },
  { shown: 'doeflow designs' },
  { shown: 'doeflow designs METHOD' },
  { shown: 'doeflow schema' },
  { shown: 'doeflow schema --of summary' },
  { shown: 'doeflow plan --extend my-study --add 24' },
  { shown: 'doeflow plan --extend STUDY --add N' },
  { shown: 'doeflow plan STUDY --design FILE' },
  { shown: 'doeflow render STUDY 1' },
  { shown: 'doeflow config --show-origin' },
  { shown: 'doeflow list' },
  { shown: 'doeflow watch ID' },
  { shown: 'doeflow logs my-study/17' },
  { shown: 'doeflow analyze my-study' },
  {
    shown: 'doeflow analyze results.csv --study study.yaml',
    first: ['cp "$(ls -d results/my-study-* | tail -1)"/results.csv my-study/study.yaml .'],
  },
  { shown: 'doeflow analyze my-study --study other.yaml', first: ['cp study.yaml other.yaml'] },
  { shown: 'doeflow start', as: 'doeflow start second', first: ['doeflow init second'] },
  { shown: 'doeflow stop ID', as: 'doeflow stop gentle', first: slow('gentle') },
  { shown: 'doeflow stop ID --force', as: 'doeflow stop forced --force', first: slow('forced') },
  {
    shown: 'doeflow stop ID --shutdown',
    as: 'doeflow stop shut --shutdown --yes',
    first: slow('shut'),
  },
  { shown: 'doeflow completion bash' },
  { shown: 'doeflow completion zsh' },
  { shown: 'doeflow completion fish' },
  { shown: 'doeflow api ls analyses' },
  { shown: 'doeflow api ls jobs --search beam' },
  { shown: 'doeflow api GET jobs/ABCD/statuses' },
  { shown: 'doeflow api POST files/contents --upload mesh.zip', first: ['touch mesh.zip'] },
  { shown: "doeflow api POST jobs/JOB/share -F email=desk@example.com -F 'message=Run 3 failed'" },
  { shown: "doeflow api POST jobs/ABCD/share -F email=desk@example.com -F 'message=Run 3 failed'" },
  {
    shown:
      "doeflow archive create nightly --cron '0 3 * * *' --select '#beam and age:>7d' --to /mnt/archive --keep 30d --delete-jobs --approve",
  },
  { shown: 'doeflow archive list' },
  { shown: 'doeflow archive trigger nightly --wait' },
  { shown: 'doeflow archive show nightly' },
  { shown: 'doeflow archive approve nightly', exitCode: 6 },
  { shown: 'doeflow archive approve NAME', exitCode: 6 },
  {
    shown:
      "doeflow archive create nightly --cron '0 3 * * *' --timezone Europe/Berlin --select '#beam and state:completed and age:>7d' --to /mnt/archive --keep 30d",
    first: ['doeflow archive delete nightly'],
  },
  {
    shown:
      "doeflow schedule create beam --cron '0 3 * * *' --timezone Europe/Berlin --notify https://hooks.example.com/beam",
    first: ['doeflow init beam'],
  },
  { shown: 'doeflow schedule trigger beam --wait' },
  { shown: 'doeflow schedule list' },
  { shown: 'doeflow platform --port 8080 --data ./platform', upWhen: /ready at http/u },
  {
    shown: 'doeflow login https://platform.example.com --profile acme',
    as: 'doeflow login https://platform.example.com --profile acme --token-stdin',
    onCluster: true,
  },
  { shown: 'doeflow doctor --profile acme', onCluster: true },
  { shown: 'doeflow plan my-study --check --profile acme', onCluster: true },
  {
    shown: 'doeflow run my-study --profile acme',
    as: 'doeflow run my-study --profile acme --again',
    onCluster: true,
  },
  {
    shown: 'doeflow worker',
    as: 'doeflow worker --profile acme',
    upWhen: /worker ready/u,
    onCluster: true,
  },
];

/** Commands that no test runs, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'doeflow run studies/cantilever-beam': 'test/studies/known-answers.test.ts runs it',
  'doeflow run studies/ishigami': 'test/studies/known-answers.test.ts runs it',
  'doeflow run studies/rosenbrock': 'test/studies/known-answers.test.ts runs it',
  'doeflow run studies/rc-filter': 'needs ngspice',
};
