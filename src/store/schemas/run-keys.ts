import { z } from 'zod';

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/u);

/** A run of a collected job that is done, by what decides its result. */
export const runKeySchema = z.object({
  run: z.number().int(),
  attempt: z.number().int(),
  /** SHA-256 of all that decides what it gives. */
  key: sha256Schema,
  /** SHA-256 of the names and hashes of its collected files. */
  files: sha256Schema,
});

export type RunKey = Readonly<z.output<typeof runKeySchema>>;

/** A run that a study runs itself, by what decides its result: studies that come later and need it wait for it. */
export const claimedRunSchema = z.object({
  run: z.number().int(),
  key: sha256Schema,
  /** Number of the claim with which it was claimed: those that come before that one don't see it. Absent in stores of before: the study's first. */
  since: z.number().int().optional(),
});

export type ClaimedRun = Readonly<z.output<typeof claimedRunSchema>>;

/** A run of another study that might have stood for one, and why it doesn't, as the end of a sentence. */
const passedOverSchema = z.object({
  studyId: z.string(),
  run: z.number().int(),
  why: z.string(),
});

export type PassedOver = Readonly<z.output<typeof passedOverSchema>>;

const lineSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('taken'),
    run: z.number().int(),
    /** It is done. */
    from: z.object({
      studyId: z.string(),
      jobNumber: z.number().int(),
      run: z.number().int(),
      attempt: z.number().int(),
      files: sha256Schema,
    }),
  }),
  z.object({
    kind: z.literal('awaited'),
    run: z.number().int(),
    /** That study was about to run it. */
    awaits: z.object({ studyId: z.string(), run: z.number().int() }),
  }),
  z.object({
    kind: z.literal('refused'),
    run: z.number().int(),
    /** Finished runs with its key, in the order in which they were tried. */
    refused: z.array(passedOverSchema),
  }),
  z.object({
    kind: z.literal('givenUp'),
    run: z.number().int(),
    /** It was waited for in vain. */
    givenUp: passedOverSchema,
  }),
]);

/** What other studies have for a run of this one: decided when the study is planned, when it is amended, and of those that it waits for, once they have ended. */
export const reusedRunSchema = z.preprocess(withKind, lineSchema);

export type ReusedRun = Readonly<z.output<typeof lineSchema>>;

/** One that was done. */
export type TakenRun = Omit<Extract<ReusedRun, { readonly kind: 'taken' }>, 'kind'>;

/** A run of this study, and the one that another study is about to run. */
export type AwaitedRun = Omit<Extract<ReusedRun, { readonly kind: 'awaited' }>, 'kind'>;

/** Why finished runs don't stand for one. */
export type RefusedRun = Omit<Extract<ReusedRun, { readonly kind: 'refused' }>, 'kind'>;

/** Lines of before had no kind: what they say told it. */
function withKind(line: unknown): unknown {
  if (typeof line !== 'object' || line === null || 'kind' in line) return line;
  const kind = Object.entries(kindsOfBefore).find(([field]) => field in line)?.[1];
  return kind === undefined ? line : { ...line, kind };
}

const kindsOfBefore: Readonly<Record<string, ReusedRun['kind']>> = {
  from: 'taken',
  awaits: 'awaited',
  refused: 'refused',
  givenUp: 'givenUp',
};

/** What a study that reuses has left to others since its jobs were cut. */
export const sharingSchema = z.object({
  /** Planned jobs that aren't started, as other studies have some of their runs: the rest of them becomes further jobs. */
  leftOut: z.array(z.number().int()),
  /** It was started for what amendments added: of the runs up to this one none is waited for, or run of those jobs. */
  onlyAbove: z.number().int().optional(),
  /** Of the start that looked last at what other studies have. */
  ticket: z.string().optional(),
});

export type Sharing = Readonly<z.output<typeof sharingSchema>>;

/** How far the studies were that are waited for, and since when they are so far. */
export const awaitedSchema = z.record(
  z.string(),
  z.object({
    done: z.number().int(),
    since: z.string(),
    /** Its workflow is gone without an end of the study. */
    lost: z.literal(true).optional(),
  }),
);
