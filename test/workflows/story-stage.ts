/** A real Temporal server and one pair of workers on which any number of scripted studies run side by side. */
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import type { WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type ActivityInterceptorsFactory,
} from '@temporalio/worker';
import type { Activities, StudyActivities } from '../../src/run/activity-contract.ts';
import type { ArchiveActivities, RecurrenceActivities } from '../../src/run/archive-contract.ts';
import type { StudyInput, StudyResult } from '../../src/run/messages.ts';
import {
  searchAttributes,
  studyWorkflowId,
  taskQueue,
  transferTaskQueue,
} from '../../src/temporal/names.ts';
import type { Sealing } from '../../src/sealing/index.ts';
import { sealedWorkerOptions } from '../../worker/sealed-activities.ts';
import { findTestServer } from '../kit/find-test-server.ts';
import { activityTable } from '../../workflows/activity-table.ts';
import { scriptActivities, type Script, type ScriptedStudy } from './scripted-activities.ts';

const interceptors = fileURLToPath(
  new URL('../../workflows/sealing/interceptors.ts', import.meta.url),
);

type StudyHandle = WorkflowHandleWithFirstExecutionRunId<
  (input: StudyInput) => Promise<StudyResult>
>;

/** A study that has been played to its end. */
export interface PlayedStudy extends Omit<ScriptedStudy, 'activities'> {
  readonly studyId: string;
  readonly result: StudyResult;
}

export interface Scene {
  readonly script: Script;
  /** Also its study id; default: one that no other study of the stage has. */
  readonly name?: string;
  readonly input?: Partial<StudyInput>;
  /** Speaks to the study while it runs. */
  during?(handle: StudyHandle): Promise<void>;
}

export interface StoryStage {
  readonly environment: TestWorkflowEnvironment;
  /** Runs one study to its end. */
  play(scene: Scene): Promise<PlayedStudy>;
  /** Takes the calls for one archive or recurring study; the test starts its workflows. */
  host(flow: string, activities: ArchiveActivities | RecurrenceActivities): void;
  /** Takes the calls for a study that something else starts. */
  cast(name: string, script: Script): Omit<ScriptedStudy, 'activities'>;
  close(): Promise<void>;
}

/**
 * Opens the stage; `serverArgs` are added to the server's command line. Its workers speak in the open, as histories for replay do, unless they
 * are given a seal: the command line is heard only by those that have its own. A `thief` answers in a worker's place, without a seal.
 */
export async function openStoryStage(
  serverArgs: readonly string[] = [],
  sealing?: Sealing,
  thief?: ActivityInterceptorsFactory,
): Promise<StoryStage> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const [workflowBundle, environment] = await Promise.all([
    bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('../../workflows/index.ts', import.meta.url)),
      ...(sealing === undefined ? {} : { workflowInterceptorModules: [interceptors] }),
      logger: new DefaultLogger('ERROR'),
    }),
    startServer(serverArgs),
  ]);
  const studies = new Map<string, StudyActivities>();
  const flows = new Map<string, ArchiveActivities | RecurrenceActivities>();
  const activities = dispatchingActivities(studies, flows);
  const sealed = sealing === undefined ? {} : sealedWorkerOptions(sealing);
  const activity = [
    ...(thief === undefined ? [] : [thief]),
    ...(sealed.interceptors?.activity ?? []),
  ];
  const options = {
    ...sealed,
    ...{ interceptors: { activity }, connection: environment.nativeConnection, activities },
  };
  const workers = await Promise.all([
    Worker.create({
      ...options,
      taskQueue,
      workflowBundle,
      maxHeartbeatThrottleInterval: '100 ms',
      defaultHeartbeatThrottleInterval: '100 ms',
    }),
    Worker.create({ ...options, taskQueue: transferTaskQueue }),
  ]);
  const running = Promise.all(workers.map((worker) => worker.run()));
  return {
    environment,
    async play({ script, name = `story-${studies.size + 1}`, input, during }) {
      const { activities: scripted, ...seen } = scriptActivities(script, name);
      studies.set(name, scripted);
      const handle: StudyHandle = await environment.client.workflow.start('studyWorkflow', {
        workflowId: studyWorkflowId(name),
        taskQueue,
        args: [
          {
            studyId: name,
            studyName: name,
            planHash: 'hash',
            pace: { heartbeatTimeoutMs: 4_000, listLagMs: 50, retryMs: 200 },
            ...input,
          },
        ],
      });
      await during?.(handle);
      return { ...seen, studyId: name, result: await handle.result() };
    },
    host: (flow, scripted) => void flows.set(flow, scripted),
    cast(name, script) {
      const { activities: scripted, ...seen } = scriptActivities(script, name);
      studies.set(name, scripted);
      return seen;
    },
    async close() {
      workers.forEach((worker) => worker.shutdown());
      await running;
      await environment.teardown();
    },
  };
}

async function startServer(serverArgs: readonly string[]): Promise<TestWorkflowEnvironment> {
  return TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: await findTestServer() },
      extraArgs: [
        ...Object.entries(searchAttributes).flatMap(([name, type]) => [
          '--search-attribute',
          `${name}=${type === 'INT' ? 'Int' : 'Keyword'}`,
        ]),
        '--dynamic-config-value',
        'history.transferProcessorMaxPollRPS=2000',
        '--dynamic-config-value',
        'history.timerProcessorMaxPollRPS=2000',
        ...serverArgs,
      ],
    },
  });
}

/**
 * Activities that hand each call to the archive or recurring study that its input names, or to the study whose id its workflow's id contains; the longest such
 * id, as one may begin with another.
 */
function dispatchingActivities(
  studies: ReadonlyMap<string, StudyActivities>,
  flows: ReadonlyMap<string, ArchiveActivities | RecurrenceActivities>,
): Activities {
  const studyOfCall = (): StudyActivities | undefined => {
    const { workflowId } = Context.current().info.workflowExecution ?? { workflowId: '' };
    const ids = [...studies.keys()].filter((id) => workflowId.includes(id));
    return studies.get(ids.sort((a, b) => b.length - a.length)[0] ?? '');
  };
  return Object.fromEntries(
    Object.keys(activityTable).map((name) => [
      name,
      (input: { readonly archive?: string; readonly schedule?: string }) => {
        // A dry run's name is its archive's with more behind a dot.
        const flow = input.archive?.replace(/\..*/u, '') ?? input.schedule;
        const host = flow === undefined ? studyOfCall() : flows.get(flow);
        return (host as Activities | undefined)?.[name as keyof Activities](input as never);
      },
    ]),
  ) as unknown as Activities;
}
