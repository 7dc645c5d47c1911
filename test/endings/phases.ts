/** A study that is terminated with all of its workflows in one of its phases, and what a person does then. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clusterWorkflowId, jobWorkflowId, studyWorkflowId } from '../../src/temporal/names.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';
import { waitFor } from '../kit/processes.ts';
import { startStack, type Stack } from '../kit/start-stack.ts';
import { temporaryFolder } from '../studies/run-study.ts';
import { byHand, studyOfTwoRuns } from './clustered-studies.ts';

/** Phase -> the activity that is under way in it; `executing` is told by the run itself. */
const activityOf = {
  uploading: 'uploadStudyFile',
  'creating a job': 'createJob',
  submitting: 'submitJob',
  executing: undefined,
  collecting: 'collectJob',
  closing: 'assignFindings',
} as const;

type Phase = keyof typeof activityOf;
export const phases = Object.keys(activityOf) as readonly Phase[];

/** What a person does then. */
export const verbs = ['run', 'retry', 'stop'] as const;

export interface TerminatedRow {
  readonly phase: Phase;
  readonly verb: (typeof verbs)[number];
}

/**
 * Each of these calls takes so many milliseconds, so that no phase is over before it is seen; an effect comes before its answer. Other tests are asking
 * by commands in this process while a job is created, so that a look may take seconds.
 */
const slow: readonly (readonly [string, string, number])[] = [
  ['POST', '/api/v2/files/contents/', 2_500],
  ['POST', '/api/v2/jobs/', 12_000],
  ['POST', '/api/clusters/*/jobs/', 2_500],
  ['GET', '/api/v2/files/*/contents/', 2_500],
  ['POST', '/api/v2/jobs/*/custom-fields/*', 2_500],
];

/** Declares a test of each row; they share a stack, side by side. */
export function describeTerminated(rows: readonly TerminatedRow[]): void {
  const folder = temporaryFolder(afterAll);
  let stack: Stack;
  let client: Client;
  beforeAll(async () => {
    const faults = join(folder, 'faults.json');
    const rules = slow.map(([method, path, delayMs]) => ({
      ...{ match: { method, path }, when: 'after', what: { delayMs } },
    }));
    writeFileSync(faults, JSON.stringify({ rules }));
    stack = await startStack({ speed: 20, faults, platformOptions: ['--cores', '100'] });
    client = (await stack.connect()).temporalClient;
  });
  afterAll(() => stack?.stop());

  describe.concurrent('a study that is terminated', () => {
    for (const [index, { phase, verb }] of rows.entries()) {
      it(`while ${phase} is told as such, and taken up by ${verb}: nothing is paid twice, nothing is left on`, async () => {
        const study = writeStudy(join(folder, `lost-${index}`), `lost-${index}`);
        const call = (...args: string[]) => doeflowInProcess(args, stack.env);
        const start = await call('start', study.folder, '--results', folder, '--json');
        expect(start.exitCode, start.stderr).toBe(0);
        const { studyId } = JSON.parse(start.stdout) as { readonly studyId: string };
        const workflows = [
          ...[studyWorkflowId(study.name), jobWorkflowId(studyId, 1)],
          clusterWorkflowId(study.name),
        ].map((id) => client.workflow.getHandle(id));

        if (phase === 'collecting' || phase === 'closing') study.letGo();
        await waitFor(`the phase ${phase}`, async () => {
          if (phase === 'executing') return study.begun() > 0;
          const seen = await Promise.all(workflows.map(pendingOf));
          return seen.flat().includes(activityOf[phase]);
        });
        await Promise.all(workflows.map((each) => each.terminate('by a test').catch(() => 0)));
        const status = JSON.parse((await call('status', studyId, '--json')).stdout) as object;
        expect(status).toMatchObject({
          ...{ status: 'Terminated', unknown: 'was terminated in Temporal' },
        });

        study.letGo();
        const order = {
          run: ['run', study.folder, '--results', folder],
          retry: ['retry', studyId, '--failed'],
          stop: ['stop', studyId, '--yes'],
        }[verb];
        const taken = await call(...order, '--json');
        expect([0, 3], taken.stderr).toContain(taken.exitCode);
        const end = await call('watch', studyId, '--json');
        const told = JSON.parse(end.stdout) as { readonly status: string };
        // What had run to its end before the stop is done.
        expect(verb === 'stop' ? ['Stopped', 'Finished'] : ['Finished']).toContain(told.status);
        if (told.status === 'Finished') {
          expect(told).toMatchObject({ runs: { total: 2, done: 2, failed: 0 } });
        }
        const platform = byHand(stack);
        expect(await platform.effects(study, 'job submitted')).toBeLessThanOrEqual(1);
        expect(study.begun()).toBeLessThanOrEqual(2);
        await platform.nothingLeft(study.name);
      });
    }
  });
}

async function pendingOf(handle: {
  describe(): Promise<{
    readonly raw: {
      readonly pendingActivities?:
        readonly { readonly activityType?: { readonly name?: string | null } | null }[] | null;
    };
  }>;
}): Promise<readonly (string | null | undefined)[]> {
  const seen = await handle.describe().catch(() => undefined);
  return (seen?.raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name);
}

/** One job of two runs on a cluster of its own, whose runs wait until they are let go. */
function writeStudy(folder: string, name: string) {
  mkdirSync(folder, { recursive: true });
  const go = join(folder, 'go');
  const begun = join(folder, 'begun');
  writeFileSync(
    join(folder, 'model.sh'),
    `echo $1 >> '${begun}'\nuntil test -e '${go}'; do sleep 0.1; done\necho "y = $1" > result.txt\n`,
  );
  writeFileSync(
    join(folder, 'study.yaml'),
    studyOfTwoRuns(name, 2, 'findings:\n  - { name: Mean of y, value: mean(y) }\n'),
  );
  return {
    ...{ name, folder },
    letGo: () => writeFileSync(go, ''),
    begun: () =>
      existsSync(begun) ? readFileSync(begun, 'utf8').split('\n').filter(Boolean).length : 0,
  };
}
