/** Every way in which a study, its workflows or its command end, and what is left of it then: the table that the tests of endings play. */

/**
 * - `local`: everything on this machine, as a newcomer has it.
 * - `paid`: doeflow's own Temporal server and worker, with a platform by URL and token.
 * - `own`: Temporal server, workers and platform of one's own.
 */
export type SetUp = 'local' | 'paid' | 'own';

/** What the platform serves: everything, or what its document has, which is no way to end a cluster. */
export type Mode = 'full' | 'document';

/** What is done to a study one run of which executes while another one waits for its slot. */
export type Act =
  /** Its runs are let go. */
  | { readonly kind: 'let go' }
  | { readonly kind: 'stop' }
  /** It comes to its end by itself. */
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'workflow';
      readonly of: 'study' | 'job' | 'cluster';
      readonly by: 'cancel' | 'terminate';
    }
  /** Its command gets these, one after the other. */
  | { readonly kind: 'signals'; readonly signals: readonly NodeJS.Signals[] };

export interface Ending {
  readonly how: string;
  readonly act: Act;
  /** The study goes on: its runs are let go before anything is counted. */
  readonly goesOn?: true;
  /** Nobody is left who works on it: `doeflow reap` looks, as the schedule does every ten minutes. */
  readonly isReaped?: true;
  /** Its first run fails. */
  readonly fails?: true;
  /** Further settings of its `execution`. */
  readonly execution?: string;
  /** The platform refuses to end clusters, three times. */
  readonly isRefused?: true;
  /** The status that `doeflow status` shows at the end. */
  readonly status: string;
  /** The same where the platform doesn't tell which runs had begun, so that what waited has failed. */
  readonly statusInDocument?: string;
}

const workflow = (of: 'study' | 'job' | 'cluster', by: 'cancel' | 'terminate'): Act => ({
  ...{ kind: 'workflow', of, by },
});
const signals = (...list: readonly NodeJS.Signals[]): Act => ({ kind: 'signals', signals: list });

export const endings: readonly Ending[] = [
  { how: 'is done', act: { kind: 'let go' }, status: 'Finished' },
  { how: 'has failed', act: { kind: 'let go' }, fails: true, status: 'Finished with failures' },
  { how: 'is stopped', act: { kind: 'stop' }, status: 'Stopped' },
  {
    ...{ how: 'is aborted', act: { kind: 'nothing' }, status: 'Aborted' },
    ...{ fails: true, execution: 'onLimit: abort' },
  },
  { how: 'is cancelled in Temporal', act: workflow('study', 'cancel'), status: 'Stopped' },
  {
    ...{ how: 'is terminated in Temporal', act: workflow('study', 'terminate') },
    ...{ isReaped: true, status: 'Terminated' },
  },
  {
    ...{ how: 'has its job workflow cancelled', act: workflow('job', 'cancel') },
    ...{ status: 'Stopped', statusInDocument: 'Finished with failures' },
  },
  {
    ...{ how: 'has its job workflow terminated', act: workflow('job', 'terminate') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'has its cluster workflow cancelled', act: workflow('cluster', 'cancel') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'has its cluster workflow terminated', act: workflow('cluster', 'terminate') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'is paused by a guard', act: { kind: 'nothing' }, status: 'Paused' },
    ...{ fails: true, execution: 'failFast: 1' },
  },
  {
    ...{ how: 'is paused over its limit of failures', act: { kind: 'nothing' }, status: 'Paused' },
    ...{ fails: true, execution: 'onLimit: pause' },
  },
  { how: 'loses its command by Ctrl-C', act: signals('SIGINT'), goesOn: true, status: 'Finished' },
  {
    ...{ how: 'loses its command by Ctrl-C twice', act: signals('SIGINT', 'SIGINT') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'loses its command with its terminal', act: signals('SIGHUP') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'loses its command by kill -9', act: signals('SIGKILL') },
    ...{ goesOn: true, status: 'Finished' },
  },
  {
    ...{ how: 'is done on a platform that refuses the shutdown', act: { kind: 'let go' } },
    ...{ isRefused: true, status: 'Finished' },
  },
];

/** One ending on one ground. */
export interface Row {
  readonly ending: Ending;
  readonly setUp: SetUp;
  readonly mode: Mode;
}

/** The whole table. Where a platform serves no shutdown it can't refuse one. */
export const allRows: readonly Row[] = endings.flatMap((ending) =>
  (['local', 'paid', 'own'] as const).flatMap((setUp) =>
    (['full', 'document'] as const)
      .filter((mode) => mode === 'full' || ending.isRefused !== true)
      .map((mode) => ({ ending, setUp, mode })),
  ),
);

/** Those that every change is tested with: each kind of act, each set-up and each mode. */
export const chosenRows: readonly Row[] = allRows.filter(({ ending, setUp, mode }) =>
  [
    'local full loses its command by Ctrl-C',
    'paid full loses its command by Ctrl-C',
    'own full has failed',
    'own full is cancelled in Temporal',
    'own full has its cluster workflow cancelled',
    'own full is paused by a guard',
    'own document is terminated in Temporal',
    'own document is aborted',
  ].includes(`${setUp} ${mode} ${ending.how}`),
);
