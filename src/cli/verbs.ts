/**
 * The table of contents of the command line: one entry per verb. A verb's file is only loaded when its name is on the
 * command line, so that `doeflow --help` stays quick.
 */
import type { VerbEntry } from './define-verb.ts';

/** In the order of the help page. */
export const verbs: readonly VerbEntry[] = [
  {
    name: 'init',
    summary: 'write a starter study',
    group: 'Prepare:',
    load: () => import('./commands/init.ts'),
  },
  {
    name: 'validate',
    summary: 'check a study file',
    group: 'Prepare:',
    load: () => import('./commands/validate.ts'),
  },
  {
    name: 'plan',
    summary: 'show what a study would run',
    group: 'Prepare:',
    load: () => import('./commands/plan.ts'),
  },
  {
    name: 'designs',
    summary: 'list the design methods',
    group: 'Prepare:',
    load: () => import('./commands/designs.ts'),
  },
  {
    name: 'render',
    summary: 'show the files and the command of one run',
    group: 'Prepare:',
    load: () => import('./commands/render.ts'),
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of study files or summaries',
    group: 'Prepare:',
    load: () => import('./commands/schema.ts'),
  },
  {
    name: 'run',
    summary: 'start a study and watch it to its end',
    group: 'Run:',
    load: () => import('./commands/run.ts'),
  },
  {
    name: 'start',
    summary: 'start a study and return at once',
    group: 'Run:',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'watch',
    summary: 'watch a study to its end; resume it after an interruption',
    group: 'Run:',
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'list',
    alias: 'ls',
    summary: 'list the studies',
    group: 'Inspect:',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'status',
    summary: 'show the status of a study',
    group: 'Inspect:',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'runs',
    summary: 'list the runs of a study, one per line',
    group: 'Inspect:',
    load: () => import('./commands/runs.ts'),
  },
  {
    name: 'why',
    summary: 'what decides the result of a run, and why no finished one stood for it',
    group: 'Inspect:',
    load: () => import('./commands/why.ts'),
  },
  {
    name: 'logs',
    summary: 'show what the runs of a study printed',
    group: 'Inspect:',
    load: () => import('./commands/logs.ts'),
  },
  {
    name: 'results',
    summary: 'show the results table of a study',
    group: 'Inspect:',
    load: () => import('./commands/results.ts'),
  },
  {
    name: 'compare',
    summary: 'compare the results of two studies',
    group: 'Inspect:',
    load: () => import('./commands/compare.ts'),
  },
  {
    name: 'analyze',
    summary: 'compute statistics of a study or of a CSV file',
    group: 'Inspect:',
    load: () => import('./commands/analyze.ts'),
  },
  {
    name: 'report',
    summary: 'write the report of a study: one HTML page with figures',
    group: 'Inspect:',
    load: () => import('./commands/report.ts'),
  },
  {
    name: 'stop',
    summary: 'stop a study',
    group: 'Control:',
    load: () => import('./commands/stop.ts'),
  },
  {
    name: 'verify',
    summary: 'audit a study: each run paid once, each value as its files give it',
    group: 'Inspect:',
    load: () => import('./commands/verify.ts'),
  },
  {
    name: 'reap',
    summary: 'end clusters and jobs that no study answers for any more',
    group: 'Control:',
    load: () => import('./commands/reap.ts'),
  },
  {
    name: 'pause',
    summary: 'start nothing more of a study until it is resumed',
    group: 'Control:',
    load: () => import('./commands/pause.ts'),
  },
  {
    name: 'resume',
    summary: 'continue a paused study',
    group: 'Control:',
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'amend',
    summary: 'change a study: more runs, commands, outputs, limits',
    group: 'Control:',
    load: () => import('./commands/amend.ts'),
  },
  {
    name: 'budget',
    summary: 'show or set what a study may cost',
    group: 'Control:',
    load: () => import('./commands/budget.ts'),
  },
  {
    name: 'retry',
    summary: 'run failed runs again',
    group: 'Control:',
    load: () => import('./commands/retry.ts'),
  },
  {
    name: 'schedule',
    summary: 'run a study again and again, and tell when its results move',
    group: 'Control:',
    load: () => import('./commands/schedule.ts'),
  },
  {
    name: 'archive',
    summary: 'archive jobs on a schedule, with proof',
    group: 'Keep:',
    load: () => import('./commands/archive.ts'),
  },
  {
    name: 'prune',
    summary: 'remove ended studies, and what nobody needs any more',
    group: 'Keep:',
    load: () => import('./commands/prune.ts'),
  },
  {
    name: 'dev',
    summary: 'keep Temporal, the local platform and a worker running',
    group: 'Setup and services:',
    load: () => import('./commands/dev.ts'),
  },
  {
    name: 'worker',
    summary: 'run a worker',
    group: 'Setup and services:',
    load: () => import('./commands/worker.ts'),
  },
  {
    name: 'platform',
    summary: 'serve the local platform',
    group: 'Setup and services:',
    load: () => import('./commands/platform.ts'),
  },
  {
    name: 'api',
    summary: 'call the platform directly',
    group: 'Setup and services:',
    load: () => import('./commands/api.ts'),
  },
  {
    name: 'login',
    summary: 'save the address and token of a platform',
    group: 'Setup and services:',
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'config',
    summary: 'show the settings and where they come from',
    group: 'Setup and services:',
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'notify',
    summary: 'list whom studies tell of their end and of trouble, and test them',
    group: 'Setup and services:',
    load: () => import('./commands/notify.ts'),
  },
  {
    name: 'doctor',
    summary: 'check that every part works',
    group: 'Setup and services:',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    group: 'Setup and services:',
    load: () => import('./commands/completion.ts'),
  },
];
