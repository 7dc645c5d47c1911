import { stoppedRuns } from '../run/stopped-runs.ts';
import type { StudyProgress } from '../run/messages.ts';
import { newsWords, recoveredWords, type StudyNames } from './event-words.ts';
import type { FoundEvent } from './read-events.ts';
import type { StudyEvent } from './study-event.ts';
import type { News } from './study-news.ts';
import { afterEnd, wayOn } from './way-on.ts';

/** What is known of the study besides the news. */
export interface EventFacts extends StudyNames {
  readonly progress: StudyProgress | undefined;
  readonly cost: StudyEvent['cost'];
  /** The folder with the readable copy of the results. */
  readonly results: string | undefined;
  readonly now: Date;
}

/** Notes that are told; the study has all of them. */
const mostNotes = 5;

/** The event of a piece of news. @param name how it is told apart from the study's other events */
export function eventOf(facts: EventFacts, news: News, name: string): StudyEvent {
  const { studyId, now, results } = facts;
  const isEnd = news.kind === 'finished';
  return {
    ...commonOf(facts, name),
    event: news.kind,
    words: newsWords(facts, news, now),
    results: isEnd ? (results ?? null) : null,
    whatToDo:
      'trouble' in news
        ? news.trouble.whatToDo
        : isEnd
          ? afterEnd(news.progress)
          : wayOn(news.progress),
    commands: isEnd
      ? [`doeflow status ${studyId}`, `doeflow results ${studyId}`]
      : [`doeflow status ${studyId}`, `doeflow watch ${studyId}`],
  };
}

/** The event that a wait is over that was told. */
export function recoveryOf(facts: EventFacts, past: FoundEvent, name: string): StudyEvent {
  const lastedMs = facts.now.getTime() - Date.parse(past.event.at);
  return {
    ...commonOf(facts, name),
    event: 'recovered',
    words: recoveredWords(facts, past.key, lastedMs),
    results: null,
    whatToDo: null,
    commands: [`doeflow status ${facts.studyId}`],
  };
}

type CommonFields = Omit<StudyEvent, 'event' | 'words' | 'results' | 'whatToDo' | 'commands'>;

function commonOf(
  { studyId, studyName, progress, cost, now }: EventFacts,
  name: string,
): CommonFields {
  const { total = 0, done = 0, failed: ended = 0, submitted = 0 } = progress?.runs ?? {};
  const stopped = progress === undefined ? 0 : stoppedRuns(progress);
  const runs = { total, done, failed: ended - stopped, stopped, submitted };
  return {
    formatVersion: 1,
    id: `${studyId}/${name}`,
    at: now.toISOString(),
    studyId,
    name: studyName,
    state: progress?.state ?? 'unknown',
    runs: progress === undefined ? null : runs,
    cost,
    notes: (progress?.notes ?? []).slice(-mostNotes),
  };
}
