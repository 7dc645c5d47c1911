/** Wrong changes of the program, nearly all of them where money or values are, each with the tests that must notice it. */

/** One wrong change. */
export interface PlantedChange {
  /** What goes wrong with it. */
  readonly what: string;
  readonly file: string;
  /** Stands once in the file. */
  readonly from: string;
  readonly to: string;
  /** The quickest tests that notice it. */
  readonly noticedBy: readonly string[];
}

export const plantedChanges: readonly PlantedChange[] = [
  {
    what: 'a job that plans other runs than the study is submitted',
    file: 'activities/jobs/check-job.ts',
    from: 'job.expectedRuns !== spec.expectedRuns',
    to: 'job.expectedRuns < 0',
    noticedBy: ['test/activities/jobs/check-job.test.ts'],
  },
  {
    what: 'a submit is sent twice',
    file: 'activities/jobs/submit-job.ts',
    from: 'if (clusterId === undefined) await platform.jobs.submit(jobId, { signal });',
    to: 'if (clusterId === undefined) { await platform.jobs.submit(jobId, { signal }); await platform.jobs.submit(jobId, { signal }); }',
    noticedBy: ['test/activities/jobs/submit-job.test.ts'],
  },
  {
    what: 'a job whose submit was answered by nobody is submitted without a look',
    file: 'activities/jobs/submitted-before.ts',
    from: '  if (await isShown()) return true;\n  const sinceMs',
    to: '  return false;\n  const sinceMs',
    noticedBy: [
      'test/activities/jobs/submit-job.test.ts',
      'test/security/repeated-payments.test.ts',
    ],
  },
  {
    what: 'a job that is on the platform is made once more',
    file: 'activities/jobs/create-job.ts',
    from: '  await requireNew(folder, jobNumber);\n',
    to: '',
    noticedBy: [
      'test/activities/jobs/create-job.test.ts',
      'test/security/repeated-payments.test.ts',
    ],
  },
  {
    what: 'any job of the account is taken for the study’s own',
    file: 'activities/own-records.ts',
    from: 'if (kept?.jobId === jobId) return;',
    to: 'if (kept?.jobId !== "") return;',
    noticedBy: ['test/security/authority.test.ts'],
  },
  {
    what: 'a run with other inputs than its row is done',
    file: 'src/run/judge-run.ts',
    from: "if (difference !== undefined) return fail('inputs-differ', difference);",
    to: '',
    noticedBy: ['test/run/judge-run.test.ts'],
  },
  {
    what: 'a failed process behind the first one is not seen',
    file: 'src/run/judge-run.ts',
    from: 'const failed = marker.processes.find(hasFailed);',
    to: 'const failed = marker.processes.slice(0, 1).find(hasFailed);',
    noticedBy: ['test/run/judge-run.test.ts'],
  },
  {
    what: 'a retry budget is passed by one',
    file: 'src/run/retry-policy.ts',
    from: '(spent[cause] ?? 0) < retries[cause]',
    to: '(spent[cause] ?? 0) <= retries[cause]',
    noticedBy: ['test/run/retry-policy.test.ts'],
  },
  {
    what: 'what people did on purpose is retried',
    file: 'src/run/retry-policy.ts',
    from: "return cause === 'never' ? undefined : cause;",
    to: "return cause === 'never' ? 'platform' : cause;",
    noticedBy: ['test/run/retry-policy.test.ts'],
  },
  {
    what: 'a run that was done is replaced by its later failure',
    file: 'src/run/run-outcome.ts',
    from: "if (outcome.status !== before.status) return outcome.status === 'Done';",
    to: "if (outcome.status !== before.status) return outcome.status !== 'Done';",
    noticedBy: ['test/store/outcomes.test.ts', 'test/run/count-outcomes.test.ts', 'test/tables'],
  },
  {
    what: 'hours in the bill are minutes',
    file: 'src/platform-api/hours-held.ts',
    from: 'const hourMs = 3_600_000;',
    to: 'const hourMs = 60_000;',
    noticedBy: ['test/platform-api/hours-held.test.ts'],
  },
  {
    what: 'the bill counts one slot for all',
    file: 'src/study/cost.ts',
    from: 'const held = sum(uses.map((use) => use.heldHours * (use.slots ?? hardware.slots)));',
    to: 'const held = sum(uses.map((use) => use.heldHours));',
    noticedBy: ['test/study/cost.test.ts'],
  },
  {
    what: 'findings always read back as they were written',
    file: 'activities/findings/read-findings.ts',
    from: 'if (showsFinding(found, value)) continue;',
    to: 'if (found !== null || showsFinding(found, value)) continue;',
    noticedBy: ['test/activities/findings/read-findings.test.ts'],
  },
  {
    what: 'two writers of a ledger overwrite each other',
    file: 'src/store/ledger.ts',
    from: 'while (!(await folder.create(layout.ledgerPage(page), { entries: [...entries] }))) page += 1;',
    to: 'await folder.create(layout.ledgerPage(page), { entries: [...entries] });',
    noticedBy: ['test/store/ledger.test.ts'],
  },
  {
    what: 'a guard waits for one failure more',
    file: 'workflows/study/failure-guards.ts',
    from: 'failFast > 0 && done === 0 && failed >= failFast',
    to: 'failFast > 0 && done === 0 && failed > failFast',
    noticedBy: ['test/workflows/failure-guards.test.ts'],
  },
  {
    what: 'a guard waits until no job is in flight',
    file: 'workflows/study/failure-guards.ts',
    from: 'const broken = executing.find(([, streaks]) => isBroken(streaks));',
    to: 'const broken = undefined as (typeof executing)[number] | undefined;',
    noticedBy: ['test/workflows/failure-guards.test.ts'],
  },
  {
    what: 'the audit believes a second submit',
    file: 'src/audit/audit-effects.ts',
    from: 'if (sent.length > 1) {',
    to: 'if (sent.length > 2) {',
    noticedBy: ['test/audit/audit-records.test.ts'],
  },
  {
    what: 'the audit believes a run that was executed again after it was done',
    file: 'src/audit/audit-runs.ts',
    from: "} else if (before.status === 'Done') {",
    to: "} else if (before.status !== 'Done') {",
    noticedBy: ['test/audit/audit-records.test.ts'],
  },
  {
    what: 'a job is submitted although its study was stopped',
    file: 'workflows/doe-job/doe-job.ts',
    from: 'if (this.#stopMode === undefined) await this.#submit(jobId);',
    to: 'await this.#submit(jobId);',
    noticedBy: ['test/workflows/mended-later.test.ts'],
  },
  {
    what: 'a submit that failed is tried again although its study was stopped',
    file: 'workflows/doe-job/doe-job.ts',
    from: "if (tries > 1 && this.#stopMode !== undefined && patched('stop-ends-submit')) return false;",
    to: '',
    noticedBy: ['test/workflows/stopping.test.ts'],
  },
  {
    what: 'a failed run runs again by itself, whatever it has spent of its tries',
    file: 'activities/jobs/plan-retry.ts',
    from: 'if (request === undefined) return mayRunAgain(latest, before, study.execution.retries);',
    to: 'if (request === undefined) return true;',
    noticedBy: ['test/activities/jobs/plan-retry.test.ts'],
  },
  {
    what: 'what the platform refuses is asked for again and again by the activity',
    file: 'activities/application-failure.ts',
    from: 'nonRetryable: !error.retryable,',
    to: 'nonRetryable: false,',
    noticedBy: ['test/activities/as-activity.test.ts'],
  },
  {
    what: 'a create or submit that is refused is tried for ever',
    file: 'workflows/failures.ts',
    from: '        if (found !== undefined) return found;\n        throw error;',
    to: '        if (found !== undefined) return found;',
    noticedBy: ['test/workflows/study-story.test.ts'],
  },
  {
    what: 'a job that was deleted never ends',
    file: 'activities/jobs/watch-jobs.ts',
    from: "? { jobId, status: 'Deleted', ended: true }",
    to: "? { jobId, status: 'Deleted', ended: false }",
    noticedBy: ['test/activities/watch-jobs.test.ts'],
  },
  {
    what: 'a job that was deleted while its study was gone never ends',
    file: 'workflows/doe-job/doe-job.ts',
    from: "if (isNotFound(error)) this.takeStatus({ status: 'Deleted', ended: true });",
    to: "if (isNotFound(error)) this.takeStatus({ status: 'Deleted', ended: false });",
    noticedBy: ['test/workflows/mended-later.test.ts'],
  },
  {
    what: 'a list that lags is looked at once, and what it hides is made again',
    file: 'workflows/failures.ts',
    from: 'const found = (await options.find()) ?? (await lookAgain(options));\n    if',
    to: 'const found = await options.find();\n    if',
    noticedBy: ['test/workflows/study-story.test.ts'],
  },
  {
    what: 'a list that lags is not waited for between two looks',
    file: 'workflows/failures.ts',
    from: "  await sleep(options.lagMs, { summary: 'until the platform’s list shows what was made' });\n",
    to: '',
    noticedBy: ['test/workflows/study-story.test.ts'],
  },
  {
    what: 'the history of a job whose submit got no answer is not waited for',
    file: 'activities/jobs/submitted-before.ts',
    from: 'if (restMs > 0) {',
    to: 'if (restMs < 0) {',
    noticedBy: ['test/activities/jobs/submitted-before.test.ts'],
  },
  {
    what: 'the local platform runs one more than a job has slots',
    file: 'src/local-platform/scheduling/stage-job.ts',
    from: 'const slots = cluster?.hardware.slots ?? hardware?.slots ?? 1;',
    to: 'const slots = (cluster?.hardware.slots ?? hardware?.slots ?? 1) + 1;',
    noticedBy: ['test/local-platform/job-options.test.ts'],
  },
  {
    what: 'the exit code of a run is that of its shell, not of its command',
    file: 'src/run/wrap-command.ts',
    from: "'doeflow_code=$?',",
    to: "'doeflow_code=0',",
    noticedBy: ['test/run/wrap-command.test.ts'],
  },
  {
    what: 'the marker of an earlier try of a run is kept',
    file: 'src/run/wrap-command.ts',
    from: `...(isFirst ? ['doeflow_clear && : > "$doeflow_marker"'] : []),`,
    to: '',
    noticedBy: ['test/run/wrap-command.test.ts'],
  },
  {
    what: 'a limit is kept from within the group of the run, which may stop it',
    file: 'src/run/run-in-time.ts',
    from: 'then doeflow_session=setsid; else',
    to: 'then doeflow_session=; else',
    noticedBy: ['test/run/run-in-time.test.ts'],
  },
  {
    what: 'the marker is written through a link in the place of the folder of its run',
    file: 'src/run/wrap-command.ts',
    from: '`doeflow_marker=./${runMarkerName}`',
    to: '`doeflow_marker=$PWD/${runMarkerName}`',
    noticedBy: ['test/run/wrap-command.test.ts'],
  },
  {
    what: 'one job more than allowed is in flight',
    file: 'workflows/study/run-jobs.ts',
    from: 'ledger.jobs.inFlightCount < plan.maxConcurrentJobs',
    to: 'ledger.jobs.inFlightCount <= plan.maxConcurrentJobs',
    noticedBy: ['test/workflows/study-story.test.ts'],
  },
];
