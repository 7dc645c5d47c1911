/** Sees that the platform refuses a worker's token, or that one that waits could have another: `doeflow login` saves it where the worker reads it. */
import type { Logger } from 'pino';
import type { PlatformLogEvent } from '../src/platform-api/index.ts';
import type { TokenReading } from '../src/token.ts';

/** The file is read at most so often, in milliseconds: each try of each step that waits is refused. */
const lookEveryMs = 1_000;

export interface TokenWatch {
  /** Listens to the platform client's log. */
  hear(event: Pick<PlatformLogEvent, 'event' | 'status' | 'foreign'>): void;
  /** Reads the token anew for a worker that waits, and takes no work, though its own may be accepted; true once there is a new one. */
  look(): boolean;
  /** The new token, once there is one. */
  renewed(): string | undefined;
  /** Hears once that there is a new one; at once where there is already. */
  onNew(listener: () => void): void;
}

/**
 * @param token the one that the platform is given now
 * @param readAnew the token as it is kept now
 * @param hide called with a new token before anything is said
 */
export function createTokenWatch(options: {
  readonly token: string;
  readonly readAnew: () => TokenReading;
  readonly hide: (token: string) => void;
  readonly log: Pick<Logger, 'warn'>;
  readonly nowMs?: () => number;
}): TokenWatch {
  const { token, readAnew, hide, log, nowMs = () => performance.now() } = options;
  let renewed: string | undefined;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let said: string | undefined;
  let tell: (() => void) | undefined;
  const say = (sentence: string): void => {
    if (sentence !== said) log.warn(sentence);
    said = sentence;
  };
  const take = (token: string, sentence: string): void => {
    renewed = token;
    hide(token);
    say(sentence);
    tell?.();
  };
  return {
    hear({ event, status, foreign = false }) {
      if (event !== 'answered' || foreign || renewed !== undefined) return;
      if (status !== 401 || nowMs() - lookedMs < lookEveryMs) return;
      lookedMs = nowMs();
      const reading = readAnew();
      if ('problem' in reading) {
        say(`The platform refuses this worker's token. ${reading.problem}`);
      } else if (reading.token === token) {
        say(
          'The platform refuses this worker’s token. It goes on by itself once doeflow login has saved a new one in its profile',
        );
      } else {
        take(
          reading.token,
          'The platform refuses this worker’s token; its profile has another one by now',
        );
      }
    },
    look() {
      if (renewed !== undefined) return true;
      const reading = readAnew();
      if ('problem' in reading) {
        say(
          `Should this worker’s token be of the wrong account: while it waits, it can take no other one. ${reading.problem}`,
        );
      } else if (reading.token !== token) {
        take(reading.token, 'This worker waits, and its profile has another token by now');
      }
      return renewed !== undefined;
    },
    renewed: () => renewed,
    onNew(listener) {
      tell = listener;
      if (renewed !== undefined) listener();
    },
  };
}
