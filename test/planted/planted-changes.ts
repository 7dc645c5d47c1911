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
    from: '/ 3_600_000 : 0',
    to: '/ 60_000 : 0',
    noticedBy: ['test/platform-api/hours-held.test.ts'],
  },
  {
    what: 'the bill counts one slot for all',
    file: 'src/study/cost.ts',
    from: 'const held = sum(uses.map((use) => use.heldHours)) * hardware.slots;',
    to: 'const held = sum(uses.map((use) => use.heldHours));',
    noticedBy: ['test/study/cost.test.ts'],
  },
  {
    what: 'findings always read back as they were written',
    file: 'activities/findings/read-findings.ts',
    from: 'if (found === value ||',
    to: 'if (found !== null ||',
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
];
