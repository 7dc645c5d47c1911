import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '../../errors.ts';
import { homeFaultOf, homeRefused } from './home-fault.ts';
import type { LeaseRequest } from './lease-request.ts';
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
      throw notServed(request, `it does not answer on ${files.socket} after ${serveTimeoutMs} ms`);
    }
    // Code 0: it was killed, or left the home to another one, which may have ended since.
    if (started === undefined || exitCode === 0) {
      started = startSupervisor(request.plan, files, request.env);
    }
    await pause(retryMs);
  }
}

/** The error of a start that its caller gave up. */
export function interrupted(): UsageError {
  return new UsageError('USAGE_INTERRUPTED', 'The start of the embedded parts was interrupted', {
    hint: 'Repeat the command; what had started has ended again',
    exitCode: 7,
  });
}

/** The error of a home whose supervisor can't be had: the disk's own words where that is why. */
export function notServed({ files }: LeaseRequest, problem: string): UsageError {
  const fault = homeFaultOf(files.home);
  if (fault !== undefined) return homeRefused(files.home, fault);
  return new UsageError(
    'USAGE_EMBEDDED_FAILED',
    `The supervisor of ${files.home} could not be started: ${problem}`,
    { hint: `Look at the logs in ${files.logs}`, exitCode: 7 },
  );
}
