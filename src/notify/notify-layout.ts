/** Every object that is kept of a study's notifications: whom it tells, what there was to tell, and each try. */
import { z } from 'zod';
import { document } from '../objects/index.ts';
import { studyEvents } from '../run/study-events.ts';
import type { StudyEvent } from './study-event.ts';

const kindSchema = z.enum(studyEvents);

/** Whom a study tells; fixed when it is first started. */
const choiceSchema = z.object({
  formatVersion: z.literal(1),
  studyName: z.string(),
  targets: z.array(z.object({ name: z.string(), on: z.array(kindSchema) })),
});

/** Something to tell. */
const keptEventSchema = z.object({
  /** What it counts as where a study chose events: `recovered` as what is over. */
  kind: kindSchema,
  /** What an event is about, so that it is told once as long as it lasts. */
  key: z.string(),
  event: z.custom<StudyEvent>((value) => typeof value === 'object' && value !== null),
});

/** One try of telling one target; kept before it happens, so that no two workers make the same. */
const trySchema = z.object({
  /** ISO 8601, UTC. */
  intendedAt: z.string(),
  /** How it went; absent while that isn't known. */
  outcome: z
    .object({ ok: z.boolean(), note: z.string(), mayHelp: z.boolean(), at: z.string() })
    .optional(),
});

const overSchema = z.object({ at: z.string() });

export type NotifyRecord = Readonly<z.output<typeof choiceSchema>>;
export type KeptEvent = Readonly<z.output<typeof keptEventSchema>>;
export type KeptTry = Readonly<z.output<typeof trySchema>>;

/** The objects below a study's notifications; an event is named by the end of its id. */
export const notifyLayout = {
  choice: document('choice.json', choiceSchema),
  event: (name: string) => document(`events/${name}.json`, keptEventSchema),
  allEvents: { prefix: 'events/' },
  /** There once what was told is over. */
  over: (name: string) => document(`over/${name}.json`, overSchema),
  allOver: { prefix: 'over/' },
  attempt: (name: string, target: string, number: number) =>
    document(`tries/${name}/${target}/${number}.json`, trySchema),
  attempts: (name: string, target: string) => ({ prefix: `tries/${name}/${target}/` }),
};

/** Among the engine's records: studies of which there is, or may be, something to tell. */
export const tellingLayout = {
  open: (studyId: string) => document(`telling/${studyId}.json`, overSchema),
  allOpen: { prefix: 'telling/' },
};
