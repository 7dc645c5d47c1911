/** What the last look for clusters and jobs that nobody answers for found: kept, so that whoever looks at studies is told. */
import { z } from 'zod';
import { document } from '../objects/index.ts';
import type { Store } from './store.ts';

const findingSchema = z.object({
  kind: z.enum(['cluster', 'job']),
  /** The platform's. */
  id: z.string(),
  name: z.string().optional(),
  /** The platform's word. */
  status: z.string(),
  /** Whose it is; absent where no study of this store is. */
  studyId: z.string().optional(),
  /** Why nobody answers for it, or why it goes on all the same, as the end of a sentence. */
  why: z.string(),
  /** The study whose open workflow, or whose cluster's, answers for it: told to whoever asks for a look, and not kept. */
  answeredBy: z.string().optional(),
  /** `ended`: the platform was asked to end it. `asked`: its own workflow was. `would-end`: a dry run. `left`: it goes on. */
  outcome: z.enum(['ended', 'asked', 'would-end', 'left']),
  /** It has ended on the platform and costs nothing: only what it gave is not collected yet. */
  isOver: z.literal(true).optional(),
  /** Somebody has to do something, or it goes on. */
  needsPerson: z.boolean(),
  /** What all of it costs for an hour, where the platform tells prices. */
  perHour: z.object({ amount: z.number(), currency: z.string().nullable() }).optional(),
  /** It ends then at the latest, by its walltime; ISO 8601. */
  until: z.string().optional(),
  /** What ends it, or who decides. */
  next: z.string().optional(),
});

const unseenSchema = z.object({
  /** What was to be looked at, such as `cluster AbCdEf` or `the list of jobs`. */
  what: z.string(),
  /** What the platform answered. */
  why: z.string(),
});

const reapingSchema = z.object({
  at: z.string(),
  findings: z.array(findingSchema),
  /** What the platform didn't show: nothing was ended there, and the next look tries again. Absent where it showed all. */
  unseen: z.array(unseenSchema).readonly().optional(),
});

/** Something on the platform that goes on without anybody, and what became of it. */
export type ReaperFinding = Readonly<z.output<typeof findingSchema>>;

/** Something that a look couldn't see. */
export type UnseenThing = Readonly<z.output<typeof unseenSchema>>;

/** What one look found. */
export type Reaping = Readonly<z.output<typeof reapingSchema>>;

const lastReaping = document('reaping.json', reapingSchema);

/** Keeps what was found in the place of what was found before. */
export async function keepReaping(
  store: Pick<Store, 'engineRecords'>,
  reaping: Reaping,
): Promise<void> {
  await store.engineRecords().write(lastReaping, reaping);
}

/** What the last look couldn't see; none where nobody has looked yet. */
export async function readUnseen(
  store: Pick<Store, 'engineRecords'>,
): Promise<readonly UnseenThing[]> {
  return (await store.engineRecords().find(lastReaping))?.unseen ?? [];
}

/** When it was last looked; undefined where nobody has yet. */
export async function lastReapingAt(
  store: Pick<Store, 'engineRecords'>,
): Promise<Date | undefined> {
  const last = await store.engineRecords().find(lastReaping);
  return last && new Date(last.at);
}

/** What the last look found that needs a person; none where nobody has looked yet. @param studyId only of that study */
export async function readLeftOn(
  store: Pick<Store, 'engineRecords'>,
  studyId?: string,
): Promise<readonly ReaperFinding[]> {
  const last = await store.engineRecords().find(lastReaping);
  return (last?.findings ?? []).filter(
    (finding) => finding.needsPerson && (studyId === undefined || finding.studyId === studyId),
  );
}
