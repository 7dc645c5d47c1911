/** Slots, caches and graces of the two workers in a worker process, with their reasons. */
import { fileURLToPath } from 'node:url';
import type { WorkerOptions } from '@temporalio/worker';
import { handBackMs } from '../src/host/worker-order.ts';
import { taskQueue, transferTaskQueue } from '../src/temporal/names.ts';

/** Made by the build: spares every start the second and a half of bundling. */
const codePath = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));

/** Whole files: a few at a time, so that they don't starve control calls of bandwidth. */
export const defaultTransferSlots = 4;

function shared(drainMs: number): Partial<WorkerOptions> {
  return {
    // A call under way may finish; what is cut all the same is looked up by the next attempt.
    shutdownGraceTime: drainMs,
    shutdownForceTime: drainMs + handBackMs,
    // Heartbeats reach the server well within the shortest heartbeat timeout.
    maxHeartbeatThrottleInterval: '1 second',
    defaultHeartbeatThrottleInterval: '1 second',
  };
}

/** Workflows, control calls and the studies' own steps. */
export function workflowWorkerOptions(drainMs: number): WorkerOptions {
  return {
    ...shared(drainMs),
    taskQueue,
    workflowBundle: { codePath },
    // A killed worker's workflows move to the next one after this.
    stickyQueueScheduleToStartTimeout: '1 second',
    // About a megabyte each.
    maxCachedWorkflows: 300,
    maxConcurrentActivityTaskExecutions: 100,
  };
}

/** Whole files alone. */
export function transferWorkerOptions(drainMs: number, slots: number): WorkerOptions {
  return {
    ...shared(drainMs),
    taskQueue: transferTaskQueue,
    maxConcurrentActivityTaskExecutions: slots,
  };
}
