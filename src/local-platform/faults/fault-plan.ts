import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';

const count = z.number().int().positive();
const milliseconds = z.number().nonnegative().max(86_400_000);

/** When a rule fires among the requests or runs that it matches; without any of these, each time. */
const occasion = {
  /** The nth match, from 1; or several of them. */
  nth: z.union([count, z.array(count)]).optional(),
  /** Every so many matches. */
  every: count.optional(),
  /** By chance, drawn from the plan's seed, the rule's place and the number of the match. */
  probability: z.number().min(0).max(1).optional(),
  /** At most so many firings. */
  times: count.optional(),
};

const requestMatch = z.strictObject({
  method: z.string().toUpperCase().optional(),
  /** A path, `*` for any run of characters. The version is part of it. */
  path: z.string(),
  ...occasion,
});

const runMatch = z.strictObject({
  /** A run number, or `any`. */
  run: z.union([z.number().int().nonnegative(), z.literal('any')]),
  /** Only in jobs whose name contains this. */
  job: z.string().optional(),
  ...occasion,
});

const requestFault = z.union([
  z.strictObject({
    status: z.number().int().min(100).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** 429 with `Retry-After`, in seconds or as the text given. */
  z.strictObject({ throttle: z.union([z.number(), z.string()]) }),
  /** Drop the connection. */
  z.literal('reset'),
  z.strictObject({ delayMs: milliseconds }),
  z.strictObject({ trickleBytesPerSecond: count }),
  /** Announce the whole body, send this many bytes, drop the connection. */
  z.strictObject({ cutAtByte: z.number().int().nonnegative() }),
  /** Send this many bytes as if they were the whole body, without announcing a length. */
  z.strictObject({ endAtByte: z.number().int().nonnegative() }),
  /** Announce a length that is off by so many bytes. */
  z.strictObject({ wrongLengthBy: z.number().int() }),
  /** Change the MD5 in a file record. */
  z.literal('wrongMd5'),
  /** Change one byte of the body. */
  z.literal('damage'),
  /** Do the request's work twice, as if it had arrived twice. */
  z.literal('double'),
  /** Answer a list as it was before its newest entries. */
  z.strictObject({ lag: count }),
  /** Announce so many more rows of a list than there are. */
  z.strictObject({ countMore: count }),
]);

const runFault = z.union([
  /** The run's shell is killed: no exit code. */
  z.literal('crash'),
  /** The command never ends. */
  z.literal('hang'),
  z.strictObject({ slowMs: milliseconds }),
  /** The command is executed, and ends with this code. */
  z.strictObject({ exitCode: z.number().int().min(1).max(255) }),
]);

const requestRule = z.strictObject({
  match: requestMatch,
  /** `before` the request has an effect, or `after` it had one. Faults of the body come after. */
  when: z.enum(['before', 'after']).default('before'),
  what: requestFault,
});
const runRule = z.strictObject({ match: runMatch, what: runFault });

const planSchema = z.strictObject({
  seed: z.number().int().default(1),
  rules: z.array(z.union([runRule, requestRule])).min(1),
});

export type RequestRule = z.output<typeof requestRule>;
export type RequestFault = z.output<typeof requestFault>;
export type RunRule = z.output<typeof runRule>;
export type RunFault = z.output<typeof runFault>;

/** Faults that a platform makes on request: the same plan and the same requests give the same faults. */
export type FaultPlan = z.output<typeof planSchema>;

/**
 * The plan in a YAML or JSON file.
 *
 * @throws UsageError `USAGE_PLATFORM` naming the first rule that isn't as it should be.
 */
export function readFaultPlan(file: string): FaultPlan {
  let source: unknown;
  try {
    source = parse(readFileSync(file, 'utf8'), { maxAliasCount: 10 });
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error));
  }
  const result = planSchema.safeParse(source);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unusable(file, `mistake at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

function unusable(file: string, why: string): UsageError {
  return new UsageError('USAGE_PLATFORM', `The fault plan ${file} can't be used: ${why}`, {
    hint: 'A plan has `seed` and `rules`; a rule has `match` and `what`.',
  });
}
