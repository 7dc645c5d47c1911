import { UsageError } from '../../errors.ts';
import type { LeaseRequest } from './hold-lease.ts';
import { startSupervisor, type StartedSupervisor } from './start-supervisor.ts';
import {
  openSupervisorLink,
  type SupervisorLink,
  type SupervisorListener,
} from './supervisor-link.ts';

const retryMs = 25;

/** How long a started supervisor may take until it serves the socket; it may first wait for one that is ending. */
const serveTimeoutMs = 30_000;

/**
 * Connects to the home's supervisor, starting one when nobody serves.
 * @throws UsageError exit code 7 when none can be had, or `isOver` says that it isn't wanted any more.
 */
export async function connectOrStart(
  request: LeaseRequest,
  listener: SupervisorListener,
  isOver: () => boolean,
): Promise<SupervisorLink> {
  const { files } = request;
  let started: StartedSupervisor | undefined;
  const begun = performance.now();
  for (;;) {
    const link = await openSupervisorLink(files.socket, listener);
    if (link !== undefined) return link;
    if (isOver()) throw interrupted();
    const exitCode = started?.exitCode();
    if (exitCode !== undefined && exitCode !== 0) {
      throw notServed(request, `it ended with code ${exitCode}:\n  ${started?.logTail() ?? ''}`);
    }
    if (performance.now() - begun > serveTimeoutMs) {
      throw notServed(request, `nothing serves ${files.socket} after ${serveTimeoutMs} ms`);
    }
    // Code 0: it left the home to another one, which may have ended since.
    if (started === undefined || exitCode === 0) {
      started = startSupervisor(request.plan, files, request.env);
    }
    await pause(retryMs);
  }
}

/** The error of a start that its caller gave up. */
export function interrupted(): UsageError {
  return new UsageError('USAGE_INTERRUPTED', 'Starting the embedded parts was interrupted', {
    exitCode: 7,
  });
}

/** Resolves after so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The error of a home whose supervisor can't be had. */
export function notServed({ files }: LeaseRequest, what: string): UsageError {
  return new UsageError(
    'USAGE_EMBEDDED_FAILED',
    `Expected a supervisor for ${files.home}, got none: ${what}`,
    { hint: `Look at ${files.logs}`, exitCode: 7 },
  );
}
