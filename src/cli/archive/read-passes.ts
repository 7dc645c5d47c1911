/** The passes of an archive: from its reports in the store, and from Temporal what has no report yet or never will. */
import { archiveLayout, passTimeOf, type ArchiveOrder } from '../../archive/index.ts';
import { defineSearchAttributeKey } from '@temporalio/common/lib/search-attributes.js';
import type { DocumentFolder, Store } from '../../store/index.ts';
import type { Engine } from '../engine/open-engine.ts';
import { failuresOf, type PassFailures } from './pass-failures.ts';

interface Counts {
  readonly jobs: number;
  readonly files: number;
  readonly bytes: number;
}

/** One pass. */
export interface PassLine {
  readonly passTime: string;
  /** `clean`, `troubled`, `skipped`; `running`, and how it ended where it has no report: `failed`, `cancelled`, `terminated`. */
  readonly state: string;
  readonly archived?: Counts;
  readonly deleted?: Counts;
  readonly failed?: number;
  readonly awaitingApproval?: number;
  readonly durationMs?: number;
  readonly notes?: readonly string[];
  /** Of its workflow, where Temporal still knows it. */
  readonly workflowId?: string;
  /** Why it ended before its time. */
  readonly failure?: string;
  /** What failed of it, where it ended. */
  readonly failures?: PassFailures;
}

const scheduledTimeKey = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

const flowStateKey = defineSearchAttributeKey('FlowState', 'KEYWORD');

/** The newest `limit` passes, newest first. @param engine absent where nothing is up: then only the store is read */
export async function readPasses(
  store: Store,
  engine: Engine | undefined,
  order: ArchiveOrder,
  limit: number,
): Promise<readonly PassLine[]> {
  const lines = new Map<string, PassLine>();
  const folder = store.standingOrder('archives', order.name);
  const { folders } = await folder.list(archiveLayout.allPasses);
  const times = folders.map(passTimeOf).sort().reverse();
  for (const passTime of times) {
    if (lines.size >= limit) break;
    if (!(await isOf(folder, order, passTime))) continue;
    const report = await folder.find(archiveLayout.report(passTime));
    if (report === undefined) {
      lines.set(passTime, { passTime, state: 'unfinished' });
      continue;
    }
    const { outcome, archived, deleted, failed, awaitingApproval, notes } = report;
    const durationMs = Date.parse(report.closedAt) - Date.parse(report.openedAt ?? report.closedAt);
    // Its report is written anew only when deletions follow.
    const isDecided = awaitingApproval > 0 && (await folder.has(archiveLayout.decision(passTime)));
    const counted = {
      ...{ archived, deleted, failed, notes, durationMs },
      awaitingApproval: isDecided ? 0 : awaitingApproval,
    };
    const failures = failuresOf(report);
    lines.set(passTime, { passTime, state: outcome, ...counted, ...(failures && { failures }) });
  }
  if (engine !== undefined) {
    for (const line of await passesOnServer(engine, folder, order, limit)) {
      const known = lines.get(line.passTime);
      // A pass that was cancelled has a report too; one under way may have that of an earlier try.
      lines.set(line.passTime, { ...known, ...line, state: stateOf(known?.state, line.state) });
    }
  }
  return [...lines.values()].sort((a, b) => (a.passTime < b.passTime ? 1 : -1)).slice(0, limit);
}

/**
 * True for a pass under this order, and not under one of the same name that was taken back.
 * @param startTime of its workflow, for a pass that the store knows nothing of
 */
async function isOf(
  folder: DocumentFolder,
  { createdAt }: ArchiveOrder,
  passTime: string,
  startTime?: Date,
): Promise<boolean> {
  const opened = await folder.find(archiveLayout.opened(passTime));
  if (opened?.orderCreatedAt !== undefined) return opened.orderCreatedAt === createdAt;
  const began = opened?.at ?? startTime?.toISOString();
  return began === undefined || Date.parse(began) >= Date.parse(createdAt);
}

function stateOf(reported: string | undefined, onServer: string): string {
  return onServer === 'completed' ? (reported ?? onServer) : onServer;
}

async function passesOnServer(
  { temporalClient }: Engine,
  folder: DocumentFolder,
  order: ArchiveOrder,
  limit: number,
): Promise<readonly PassLine[]> {
  const lines = new Map<string, PassLine>();
  const query = `WorkflowType = "archiveWorkflow" AND FlowName = "${order.name}"`;
  for await (const found of temporalClient.workflow.list({ query, pageSize: 50 })) {
    const { workflowId, runId, status, startTime, closeTime, typedSearchAttributes } = found;
    const passTime = (typedSearchAttributes.get(scheduledTimeKey) ?? startTime).toISOString();
    // Newest first: a pass that came again, or continued as new, counts by its last execution.
    if (lines.has(passTime) || !(await isOf(folder, order, passTime, startTime))) continue;
    const isSkipped = typedSearchAttributes.get(flowStateKey) === 'skipped';
    const state = isSkipped ? 'skipped' : status.name.toLowerCase().replaceAll('_', ' ');
    const ended =
      closeTime === undefined ? {} : { durationMs: Number(closeTime) - Number(startTime) };
    const failure =
      status.name === 'FAILED'
        ? await failureOf(temporalClient.workflow.getHandle(workflowId, runId))
        : undefined;
    lines.set(passTime, { passTime, state, workflowId, ...ended, ...(failure && { failure }) });
    if (lines.size >= limit) break;
  }
  return [...lines.values()];
}

async function failureOf(pass: { result(): Promise<unknown> }): Promise<string | undefined> {
  try {
    await pass.result();
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) return undefined;
    return error.cause instanceof Error ? error.cause.message : error.message;
  }
}
