/**
 * What a supervisor and its clients say to each other over the home's socket, one JSON document a line. A connection that said `hello` is a
 * lease: the supervisor's programs run as long as there is one, and with a configured platform as long as work is open on it; a client's death
 * ends its lease.
 */
import { z } from 'zod';

/** Since when the home takes nothing any more, ISO 8601; absent while it does. */
const homeRefusedSince = z.string().optional();

/** Everything a client needs once all programs are up. */
const readySchema = z.object({
  state: z.literal('ready'),
  homeRefusedSince,
  supervisorPid: z.int(),
  temporalAddress: z.string(),
  namespace: z.string(),
  /** Absent where the Temporal server shows no user interface. */
  uiUrl: z.string().optional(),
  platformUrl: z.string(),
  /** Empty where the platform isn't ours: its clients have their own. */
  platformToken: z.string(),
  storeDirectory: z.string(),
  /** The user whose rights runs of the local platform have; absent: the supervisor's own. */
  runAs: z.string().optional(),
  programs: z.array(z.object({ name: z.string(), pid: z.int() })),
  leases: z.array(z.object({ pid: z.int(), keep: z.boolean() })),
  /** Workflows for which the programs stay though nobody holds a lease. */
  staysFor: z.array(z.string()).optional(),
});

const stateSchema = z.discriminatedUnion('state', [
  /** Not all programs are up; `what` is a sentence for people. */
  z.object({ state: z.literal('starting'), what: z.string(), homeRefusedSince }),
  readySchema,
  /** It can't be had; the supervisor ends. */
  z.object({
    state: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    hint: z.string().optional(),
    exitCode: z.union([z.literal(2), z.literal(4), z.literal(5), z.literal(6), z.literal(7)]),
  }),
  /** Answer to `hello`: the lease is counted; a state follows. What was said before it may end with another client's lease. */
  z.object({ state: z.literal('leased') }),
  /** Answer to `bye`: the programs stay, as others still hold a lease or work is open. */
  z.object({ state: z.literal('kept') }),
  /** The programs are being ended; the connection closes when all are gone. */
  z.object({ state: z.literal('ending') }),
]);

const requestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    pid: z.int().positive(),
    keep: z.boolean(),
    /** Of a configured platform: another one than the worker has means that it was renewed. */
    platformToken: z
      .string()
      .regex(/^[\x21-\x7e]{1,8192}$/)
      .optional(),
    /** It looks at what is there, and needs no worker, which would go on with it. */
    looksOnly: z.boolean().optional(),
  }),
  z.object({ type: z.literal('bye') }),
]);

/** Characters of a request. */
export const longestRequest = 16_000;
/** Characters of a state, with all leases and the last words of programs. */
export const longestState = 1_000_000;

export type SupervisorState = z.infer<typeof stateSchema>;
export type ReadyState = z.infer<typeof readySchema>;
export type SupervisorRequest = z.infer<typeof requestSchema>;

/** @throws ZodError or SyntaxError when the line is no state. */
export function parseState(line: string): SupervisorState {
  return stateSchema.parse(JSON.parse(line));
}

/** @throws ZodError or SyntaxError when the line is no request. */
export function parseRequest(line: string): SupervisorRequest {
  return requestSchema.parse(JSON.parse(line));
}
