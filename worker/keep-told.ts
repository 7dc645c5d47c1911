/**
 * Tells people of studies: looks at each study that tells somebody, keeps what there is to tell, and tells it beside the studies' own steps. No workflow
 * and no activity waits for it, so that it can neither fail nor delay a study; what isn't told when the worker ends is told by the next one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { followTroubles, type KnownTrouble } from '../src/look/index.ts';
import {
  keepEvents,
  notifyLayout,
  readTelling,
  tellEvent,
  tellingLayout,
  type EventFacts,
  type FoundEvent,
  type Letter,
  type NotifyRecord,
  type Telling,
  type TellingOutcome,
} from '../src/notify/index.ts';
import { isStudyOver } from '../src/run/run-state.ts';
import { layout, type DocumentFolder, type Store } from '../src/store/index.ts';
import type { SeenStudy } from './see-study.ts';

/** Which study. */
export interface ToldStudy {
  readonly studyId: string;
  readonly studyName: string;
}

/** What the keeper works with. */
export interface Keeping {
  readonly store: Pick<Store, 'study' | 'notifications' | 'engineRecords'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly see: (study: ToldStudy, now: Date) => Promise<SeenStudy | undefined>;
  readonly facts: (study: Omit<EventFacts, 'cost' | 'results'>) => Promise<EventFacts>;
  /** Tells a target once. Never throws. */
  readonly tell: (target: string, letter: Letter) => Promise<TellingOutcome>;
  /** Takes secrets out of a text. */
  readonly hide: (text: string) => string;
  readonly now: () => Date;
  /** From one look at all studies to the next, in milliseconds. */
  readonly everyMs: number;
  /** Ends the keeping. */
  readonly signal: AbortSignal;
}

/** A wait that no look has seen for so long is over: its activity may be at work on the next try. */
const overAfterMs = 120_000;

interface Memory {
  readonly firstMs: number;
  readonly troubles: readonly KnownTrouble[];
}

/** Looks at studies again and again, and at once where it is asked to. */
export class ToldKeeper {
  readonly #keeping: Keeping;
  readonly #memory = new Map<string, Memory>();
  /** What is being told now, so that a look doesn't wait for it. */
  readonly #telling = new Map<string, Promise<void>>();
  #wake: AbortController | undefined;
  #isAsked = false;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  /** Has a look made now. */
  ask(): void {
    this.#isAsked = true;
    this.#wake?.abort();
  }

  /** Looks until the signal. Never throws: what fails is logged, and tried again. */
  async keep(): Promise<void> {
    const { signal, everyMs, log } = this.#keeping;
    while (!signal.aborted) {
      this.#isAsked = false;
      try {
        await this.lookAtAll();
      } catch (error) {
        log.warn({ error }, 'Could not look for what there is to tell of studies');
      }
      if (this.#isAsked) continue;
      this.#wake = new AbortController();
      const until = AbortSignal.any([signal, this.#wake.signal]);
      await delay(everyMs, undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  }

  /** Resolves when nothing is being told, or after a moment. */
  async settled(longestMs: number): Promise<void> {
    const ended = new AbortController();
    const waited = delay(longestMs, undefined, { signal: ended.signal }).catch(() => undefined);
    await Promise.race([waited, Promise.all(this.#telling.values())]);
    ended.abort();
  }

  /** One look at each study that may have something to tell. */
  async lookAtAll(): Promise<void> {
    const { store, log } = this.#keeping;
    const { objects } = await store.engineRecords().list(tellingLayout.allOpen);
    for (const object of objects) {
      const studyId = object.replace(/\.json$/u, '');
      try {
        await this.#lookAt(studyId);
      } catch (error) {
        log.warn(
          { error, studyId },
          'Could not look whether there is something to tell of a study',
        );
      }
    }
  }

  async #lookAt(studyId: string): Promise<void> {
    const { store, see, facts, hide, now } = this.#keeping;
    const folder = store.notifications(studyId);
    const choice = await folder.find(notifyLayout.choice);
    const study = { studyId, studyName: choice?.studyName ?? '' };
    const at = now();
    const seen = choice === undefined ? undefined : await see(study, at);
    if (choice === undefined || seen === undefined) {
      await store.engineRecords().remove(tellingLayout.open(studyId));
      return;
    }
    const { progress } = seen;
    const sight = { progress, ...this.#remember(studyId, seen, at) };
    const known = (): Promise<EventFacts> => facts({ ...study, progress, now: at });
    const events = await keepEvents({ folder, facts: known, hide }, sight, at);
    const isOver = progress !== undefined && isStudyOver(progress.state);
    const standing = await Promise.all(
      tellingsOf(choice, events).map(([event, target]) => this.#tell(folder, event, target)),
    );
    if (isOver && standing.every((kind) => kind === 'told' || kind === 'given up')) {
      await this.#close(studyId);
    }
  }

  #remember(
    studyId: string,
    { troubles, isBlind }: SeenStudy,
    at: Date,
  ): { readonly troubles: Memory['troubles'][number]['trouble'][]; readonly isSettled: boolean } {
    const nowMs = at.getTime();
    const before = this.#memory.get(studyId) ?? { firstMs: nowMs, troubles: [] };
    const known = followTroubles(before.troubles, troubles, nowMs, { isBlind, overAfterMs });
    this.#memory.set(studyId, { ...before, troubles: known });
    const isSettled = !isBlind && nowMs - before.firstMs >= overAfterMs;
    return { troubles: known.map(({ trouble }) => trouble), isSettled };
  }

  /** Begins to tell where that is due. @returns how it stands without waiting for that */
  async #tell(folder: DocumentFolder, event: FoundEvent, target: string): Promise<Telling['kind']> {
    const { tell, now, log } = this.#keeping;
    const key = `${event.event.id}/${target}`;
    if (this.#telling.has(key)) return 'waits';
    const { kind } = await readTelling({ folder, now }, event.name, target);
    if (kind !== 'due') return kind;
    const telling = tellEvent({ folder, tell, now }, event, target).then(
      (end) => {
        if (end.kind === 'told') this.ask();
        const note = 'note' in end ? end.note : undefined;
        if (note !== undefined) log.warn(`${target} was not told of ${event.event.id}: ${note}`);
      },
      (error: unknown) => log.warn({ error }, `Could not tell ${target} of ${event.event.id}`),
    );
    this.#telling.set(
      key,
      telling.finally(() => this.#telling.delete(key)),
    );
    return kind;
  }

  /** All of the study is told; unless it was started again meanwhile. */
  async #close(studyId: string): Promise<void> {
    const { store, now } = this.#keeping;
    const open = tellingLayout.open(studyId);
    this.#memory.delete(studyId);
    await store.engineRecords().remove(open);
    if (await store.study(studyId).has(layout.status)) return;
    await store.engineRecords().create(open, { at: now().toISOString() });
  }
}

/** Which target is told of which event. */
function tellingsOf(
  { targets }: NotifyRecord,
  events: readonly FoundEvent[],
): readonly (readonly [FoundEvent, string])[] {
  return events.flatMap((event) =>
    targets.filter(({ on }) => on.includes(event.kind)).map(({ name }) => [event, name] as const),
  );
}
