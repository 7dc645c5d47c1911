import type { createLogUpdate } from 'log-update';

/** Lines on a terminal that are drawn over each time they change. */
export interface LiveFrame {
  draw(lines: readonly string[]): void;
  /** Takes the lines away, so that something else can be written; the next draw brings them back below it. */
  clear(): void;
  /** Leaves the last lines where they are. */
  end(): Promise<void>;
}

/**
 * A frame on `stream`. What draws it is loaded with the first lines: it costs more than the whole rest of the command line,
 * and most commands never draw.
 */
export function createLiveFrame(stream: NodeJS.WriteStream): LiveFrame {
  let log: ReturnType<typeof createLogUpdate> | undefined;
  let loading: Promise<void> | undefined;
  let latest: readonly string[] = [];
  let drawn = false;

  const redraw = (): void => {
    log?.(latest.join('\n'));
    drawn = log !== undefined;
  };
  const load = async (): Promise<void> => {
    const library = await import('log-update');
    log = library.createLogUpdate(stream);
    redraw();
  };
  return {
    draw(lines) {
      latest = lines;
      if (log === undefined) loading ??= load();
      else redraw();
    },
    clear() {
      if (drawn) log?.clear();
      drawn = false;
    },
    async end() {
      await loading;
      if (latest.length > 0) log?.done();
      latest = [];
      drawn = false;
    },
  };
}
