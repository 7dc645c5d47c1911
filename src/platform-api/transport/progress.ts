import type { Clock } from './clock.ts';

const betweenMs = 250;

/** A counter of passing bytes that calls `onProgress` some times a second and at the end. */
export function createProgress(
  onProgress: ((bytes: number, totalBytes: number | undefined) => void) | undefined,
  totalBytes: number | undefined,
  clock: Clock,
): { readonly add: (bytes: number) => void; readonly end: () => void } {
  let bytes = 0;
  let toldMs = clock.monotonicMs();
  return {
    add: (more) => {
      bytes += more;
      const now = clock.monotonicMs();
      if (onProgress === undefined || now - toldMs < betweenMs) return;
      toldMs = now;
      onProgress(bytes, totalBytes);
    },
    end: () => onProgress?.(bytes, totalBytes),
  };
}
