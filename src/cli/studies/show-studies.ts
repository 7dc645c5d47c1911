/** The studies of the store with their status: what `doeflow list` shows where somebody reads it. */
import { tellsNominalFailed } from '../../run/note-nominal.ts';
import { isStudyOver } from '../../run/run-state.ts';
import type { Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import type { Settings } from '../../host/settings.ts';
import type { Engine } from '../engine/open-engine.ts';
import { studiesLink } from '../engine/ui-link.ts';
import { lookForEngine } from '../engine/look-for-engine.ts';
import { otherPlatformOf, platformOfSettings } from '../engine/platform-at-hand.ts';
import { amountText } from '../../study/amount-text.ts';
import { rangeText } from '../../study/cost-text.ts';
import type { Block } from '../output/view.ts';
import { mayBeOpen, type StoredStudy } from './stored-study.ts';
import {
  clusterWords,
  createClusterReader,
  endUnansweredWords,
  goOnWords,
  type ClusterLeft,
} from './clusters-left.ts';
import { createJobReader, goesOn, jobWords, type JobLeft } from './jobs-left.ts';
import { createPriceReader, readStudyCost, type StudyCost } from './read-cost.ts';
import { collectedJson, readCollected, type CollectedCounts } from './read-collected.ts';
import { runsJson } from './runs-json.ts';
import { readStudyStatus } from './read-study-status.ts';
import { isUnanswered, type StudyStatus } from './study-status.ts';

/** A listed study. */
export interface CostedStatus extends StudyStatus {
  readonly cost: StudyCost;
  /** What was made for it and goes on costing. */
  readonly clusters: readonly ClusterLeft[];
  /** What the store has, where the study itself can't tell. */
  readonly collected?: CollectedCounts;
  /** Of one that nobody works on: its jobs that go on costing. */
  readonly jobs: readonly JobLeft[];
}

/** What is listed. */
interface ListedStudies {
  readonly settings: Settings;
  readonly store: Store;
  /** All studies of the store, the newest first. */
  readonly found: readonly StoredStudy[];
  /** At most so many are shown; all where absent. */
  readonly limit: number | undefined;
}

/** Asks the engine, where one is up, for those that are open, and shows all. */
export async function showStudies(
  context: CommandContext,
  { settings, store, found, limit }: ListedStudies,
): Promise<void> {
  const { engine, trouble } = await lookForEngine(context);
  try {
    const begun = await withoutNeverBegun(context, engine, found);
    const stored = begun.slice(0, limit);
    const open = engine === undefined ? new Set<string>() : await listOpenStudies(engine);
    const here = platformOfSettings(settings);
    const statuses: CostedStatus[] = [];
    const clustersOf = createClusterReader(store, settings, engine);
    const jobsOf = createJobReader(store, settings, engine);
    const priceOf = engine === undefined ? undefined : createPriceReader(engine);
    for (const study of stored) {
      // Only open studies cost a query; closed ones are read from the store.
      const isClosed = study.ended !== undefined && !open.has(study.studyId);
      const status = await readStudyStatus(isClosed ? undefined : engine, study, trouble);
      const over = status.progress !== undefined && isStudyOver(status.progress.state);
      const asked = otherPlatformOf(study, here) === undefined ? priceOf : undefined;
      const cost = await readStudyCost(store, study, asked, over);
      const isWorkedOn = status.loss === undefined && status.isIdle !== true;
      const jobs = isWorkedOn ? [] : (await jobsOf.read(study)).filter(goesOn);
      const collected =
        status.progress === undefined ? { collected: await readCollected(store, study) } : {};
      statuses.push({
        ...{ ...status, ...collected, cost, jobs },
        clusters: await clustersOf.read(study),
      });
    }
    if (stored.length < begun.length && !context.output.json) {
      context.output.note(
        `These are the newest ${stored.length} of ${begun.length} studies. All of them: doeflow list --limit ${begun.length}`,
      );
    }
    context.output.show({
      json: statuses.map(toRow),
      human:
        statuses.length === 0
          ? [
              { kind: 'text', lines: ['No study was started yet.'] },
              { kind: 'next', commands: ['doeflow init my-study'] },
            ]
          : [
              {
                kind: 'table',
                head: [
                  ...['study', 'status', 'runs', 'done', 'failed', 'stopped'],
                  ...['withdrawn', 'cost', 'started'],
                ],
                rows: statuses.map((status) => {
                  const row = toRow(status);
                  const counts = row.runs ?? row.collected;
                  return [
                    row.studyId,
                    [
                      row.status,
                      ...(row.waitingFor === null ? [] : [`waiting for ${row.waitingFor}`]),
                      ...(tellsNominalFailed(status.progress?.notes ?? []) ? ['run 0 failed'] : []),
                    ].join(', '),
                    String(counts?.total ?? ''),
                    String(counts?.done ?? ''),
                    String(counts?.failed ?? ''),
                    String(counts?.stopped ?? ''),
                    String(row.runs?.withdrawn ?? ''),
                    rangeText(row.cost) + limitWords(row.cost),
                    row.createdAt,
                  ];
                }),
                right: [2, 3, 4, 5, 6, 7],
              },
              ...clusterLines(statuses),
              ...uiLines(engine),
              ...nextOf(engine, stored),
            ],
      quiet: stored.map(({ studyId }) => studyId).join('\n'),
    });
  } finally {
    await engine?.close();
  }
}

/** Leaves out the studies whose start was cut before their workflow was there; where no engine can tell, says that there are some. */
async function withoutNeverBegun(
  { output }: CommandContext,
  engine: Engine | undefined,
  found: readonly StoredStudy[],
): Promise<readonly StoredStudy[]> {
  const begun: StoredStudy[] = [];
  for (const study of found) {
    if (study.starting !== 'new') begun.push(study);
    else if (engine === undefined) {
      output.note(
        `The start of ${study.studyId} was cut off. Whether it began: doeflow watch ${study.studyId}`,
      );
    } else {
      // Temporal's client takes a third of a second to load: only those pay who need it.
      const { findOpenExecution } = await import('./open-study.ts');
      if ((await findOpenExecution(engine, study)) !== undefined) begun.push(study);
    }
  }
  return begun;
}

/** A study whose workflow is known to be lost can't be watched. */
const wayOn = (loss: unknown) => (loss === undefined ? 'watch' : 'resume');

/** What costs by the hour, a line each; and the commands where nobody works on it. */
export function clusterLines(statuses: readonly CostedStatus[]): readonly Block[] {
  const lines = statuses.flatMap((status) => {
    const { clusters, jobs, isIdle, loss } = status;
    const { studyId } = status.stored;
    return [
      ...clusters.flatMap((cluster) => [
        `${studyId}: ${clusterWords(cluster)}`,
        ...(isIdle === true || loss !== undefined
          ? [`  nobody works on the study; ${goOnWords(studyId, 'the cluster', wayOn(loss))}`]
          : isUnanswered(status)
            ? [`  ${endUnansweredWords(cluster)}`]
            : []),
      ]),
      ...jobs.map((job) => `${studyId}: ${jobWords(job)}`),
      ...(jobs.length === 0
        ? []
        : [`  nobody works on the study; ${goOnWords(studyId, 'its jobs', wayOn(loss))}`]),
    ];
  });
  return lines.length === 0 ? [] : [{ kind: 'text', lines: ['', ...lines] }];
}

/** The same list in the Temporal UI, where one is up. */
function uiLines(engine: Engine | undefined): readonly Block[] {
  if (engine?.uiUrl === undefined) return [];
  return [{ kind: 'text', lines: ['', `In the Temporal UI: ${studiesLink(engine.uiUrl)}`] }];
}

/** How unfinished studies go on while nothing is up. */
function nextOf(engine: Engine | undefined, stored: readonly StoredStudy[]): readonly Block[] {
  const commands = stored
    .filter((study) => engine === undefined && mayBeOpen(study))
    .slice(0, 3)
    .map(({ studyId }) => `doeflow watch ${studyId}`);
  return commands.length === 0 ? [] : [{ kind: 'next', commands }];
}

/** Ids of the studies with an open workflow, as Temporal's list shows them: it may be a moment late. */
async function listOpenStudies(engine: Engine): Promise<ReadonlySet<string>> {
  const open = new Set<string>();
  const query = 'WorkflowType = "studyWorkflow" AND ExecutionStatus = "Running"';
  for await (const { memo } of engine.temporalClient.workflow.list({ query })) {
    if (typeof memo?.['studyId'] === 'string') open.add(memo['studyId']);
  }
  return open;
}

/** ` of 200.00`, where the cost has a limit. */
function limitWords({ maxCost }: StudyCost): string {
  return maxCost === undefined ? '' : ` of ${amountText(maxCost)}`;
}

function toRow(status: CostedStatus) {
  const { stored, progress, collected, trouble, troubles, cost, clusters, jobs, loss } = status;
  const waitsFor = progress === undefined ? undefined : troubles[0]?.waitingFor;
  return {
    studyId: stored.studyId,
    name: stored.snapshot.studyName,
    status: progress?.state ?? loss?.status ?? trouble ?? 'Running',
    waitingFor: waitsFor ?? null,
    runs: progress === undefined ? null : runsJson(progress),
    collected: collected === undefined ? null : collectedJson(collected),
    cost,
    clusters,
    jobsLeft: jobs,
    createdAt: stored.snapshot.createdAt,
  };
}
