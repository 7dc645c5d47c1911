/**
 * What a person asked of a standing order beside its own times: one now, or those of a span that is over. Written where only they can write,
 * as anybody who reaches the Temporal server can have it start something, for any time they like.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { document, type DocumentFolder } from '../objects/index.ts';
import { askWhilePaused, clocksDifferMs } from './pause-order.ts';

/** A server starts what is asked for now within this. */
const soonMs = 600_000;
/** What nobody came for so long after it was asked has lapsed. */
const lifeMs = 30 * 86_400_000;

const askSchema = z.object({
  /** When it was asked; ISO 8601, UTC. */
  at: z.string(),
  /** The order's own times in it, both ends included; absent for one now. */
  span: z.object({ from: z.string(), to: z.string() }).optional(),
});

const asks = {
  all: { prefix: 'asked/' },
  ask: (name: string) => document(`asked/${name}.json`, askSchema),
  taken: (name: string) => document(`asked/${name}-taken.json`, z.object({ passTime: z.string() })),
};

const standsSince = document('since.json', z.object({ at: z.string() }));

const refusedStarts = document(
  'refused.json',
  z.object({ count: z.number().int(), lastAt: z.string(), lastTime: z.string() }),
);

/** Starts of an order that nobody had ordered. */
export interface RefusedStarts {
  readonly count: number;
  /** When the last one was refused, and for which time it was; ISO 8601, UTC. */
  readonly lastAt: string;
  readonly lastTime: string;
}

/** Lets one begin now, paused or not. To be called before the server is asked for it. */
export async function askForOne(folder: DocumentFolder, now: Date): Promise<void> {
  await askWhilePaused(folder, now);
  await keepAsk(folder, { at: now.toISOString() }, now);
}

/** Lets the order's own times of a span begin. */
export async function askForSpan(
  folder: DocumentFolder,
  { from, to }: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<void> {
  const span = { from: from.toISOString(), to: to.toISOString() };
  await keepAsk(folder, { at: now.toISOString(), span }, now);
}

/** From now on the order's own times count; what was missed before isn't made up for unless it is asked for. */
export async function beginOrder(folder: DocumentFolder, now: Date): Promise<void> {
  await folder.write(standsSince, { at: now.toISOString() });
  await folder.remove(refusedStarts);
}

/** Since when the order's own times count; ISO 8601, UTC. */
export async function orderStandsSince(
  folder: DocumentFolder,
  { createdAt }: { readonly createdAt: string },
): Promise<string> {
  const { at = createdAt } = (await folder.find(standsSince)) ?? {};
  return Date.parse(at) > Date.parse(createdAt) ? at : createdAt;
}

/** Whether a person asked for what is for `passTime`. One now is good once, for whoever comes for it first. */
export async function wasAskedFor(
  folder: DocumentFolder,
  passTime: string,
  isOwn: boolean,
): Promise<boolean> {
  const time = Date.parse(passTime);
  for (const name of await listAsks(folder)) {
    const { at, span } = (await folder.find(asks.ask(name))) ?? {};
    if (at === undefined) continue;
    if (span !== undefined) {
      if (isOwn && time >= Date.parse(span.from) && time <= Date.parse(span.to)) return true;
      continue;
    }
    const sinceMs = time - Date.parse(at);
    if (sinceMs < -clocksDifferMs || sinceMs > soonMs) continue;
    if (await folder.create(asks.taken(name), { passTime })) return true;
    if ((await folder.read(asks.taken(name))).passTime === passTime) return true;
  }
  return false;
}

/** Counts a start that nobody ordered. */
export async function countRefused(
  folder: DocumentFolder,
  passTime: string,
  now: Date,
): Promise<void> {
  const { count = 0 } = (await folder.find(refusedStarts)) ?? {};
  const refused = { count: count + 1, lastAt: now.toISOString(), lastTime: passTime };
  await folder.write(refusedStarts, refused);
}

/** Starts that were refused since the order stands; undefined where there were none. */
export function readRefused(folder: DocumentFolder): Promise<RefusedStarts | undefined> {
  return folder.find(refusedStarts);
}

async function keepAsk(
  folder: DocumentFolder,
  ask: z.output<typeof askSchema>,
  now: Date,
): Promise<void> {
  for (const name of await listAsks(folder)) {
    const { at } = (await folder.find(asks.ask(name))) ?? {};
    if (at === undefined || now.getTime() - Date.parse(at) < lifeMs) continue;
    await folder.remove(asks.ask(name));
    await folder.remove(asks.taken(name));
  }
  await folder.create(asks.ask(randomUUID()), ask);
}

async function listAsks(folder: DocumentFolder): Promise<readonly string[]> {
  const { objects } = await folder.list(asks.all);
  return objects
    .filter((name) => !name.endsWith('-taken.json'))
    .map((name) => name.replace(/\.json$/u, ''));
}
