/**
 * The table of contents of the command line: one line a verb. A verb's file is only loaded when its name stands on the
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
    summary: 'show the files and command of one run',
    group: 'Prepare:',
    load: () => import('./commands/render.ts'),
  },
  {
    name: 'schema',
    summary: 'print the JSON Schema of study files',
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
    summary: 'start a study and leave it running',
    group: 'Run:',
    load: () => import('./commands/start.ts'),
  },
  {
    name: 'watch',
    summary: 'follow a study to its end',
    group: 'Run:',
    load: () => import('./commands/watch.ts'),
  },
  {
    name: 'list',
    alias: 'ls',
    summary: 'list the studies',
    group: 'Look:',
    load: () => import('./commands/list.ts'),
  },
  {
    name: 'status',
    summary: 'how a study stands',
    group: 'Look:',
    load: () => import('./commands/status.ts'),
  },
  {
    name: 'runs',
    summary: 'the runs of a study, one a line',
    group: 'Look:',
    load: () => import('./commands/runs.ts'),
  },
  {
    name: 'logs',
    summary: 'what the runs of a study printed',
    group: 'Look:',
    load: () => import('./commands/logs.ts'),
  },
  {
    name: 'results',
    summary: 'the results table of a study',
    group: 'Look:',
    load: () => import('./commands/results.ts'),
  },
  {
    name: 'analyze',
    summary: 'what the results of a study or a CSV mean',
    group: 'Look:',
    load: () => import('./commands/analyze.ts'),
  },
  {
    name: 'stop',
    summary: 'stop a study',
    group: 'Steer:',
    load: () => import('./commands/stop.ts'),
  },
  {
    name: 'resume',
    summary: 'let a paused study go on',
    group: 'Steer:',
    load: () => import('./commands/resume.ts'),
  },
  {
    name: 'retry',
    summary: 'run failed runs again',
    group: 'Steer:',
    load: () => import('./commands/retry.ts'),
  },
  {
    name: 'dev',
    summary: 'keep Temporal, the local platform and a worker up',
    group: 'Parts and setup:',
    load: () => import('./commands/dev.ts'),
  },
  {
    name: 'worker',
    summary: 'run a worker',
    group: 'Parts and setup:',
    load: () => import('./commands/worker.ts'),
  },
  {
    name: 'platform',
    summary: 'serve the local platform',
    group: 'Parts and setup:',
    load: () => import('./commands/platform.ts'),
  },
  {
    name: 'api',
    summary: 'call the platform directly',
    group: 'Parts and setup:',
    load: () => import('./commands/api.ts'),
  },
  {
    name: 'login',
    summary: 'keep a platform token for a profile',
    group: 'Parts and setup:',
    load: () => import('./commands/login.ts'),
  },
  {
    name: 'config',
    summary: 'show the settings and where they come from',
    group: 'Parts and setup:',
    load: () => import('./commands/config.ts'),
  },
  {
    name: 'doctor',
    summary: 'check that every part works',
    group: 'Parts and setup:',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'completion',
    summary: 'print a completion script for a shell',
    group: 'Parts and setup:',
    load: () => import('./commands/completion.ts'),
  },
];
