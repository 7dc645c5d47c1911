/** A platform that notices calls which wouldn't end with their activity. */
import type { PlatformClient } from '../../src/platform-api/index.ts';

/** Calls that ask nobody. */
const local: ReadonlySet<string> = new Set(['remarks', 'close']);

/** The same platform, and the calls so far that were given no signal, such as `jobs.get`; and all calls. */
export function watchSignals(platform: PlatformClient): {
  readonly platform: PlatformClient;
  readonly calls: Set<string>;
  readonly unending: Set<string>;
} {
  const calls = new Set<string>();
  const unending = new Set<string>();
  const watch = (thing: object, path: readonly string[]): object =>
    new Proxy(thing, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        const name = [...path, String(key)].join('.');
        if (typeof value === 'object' && value !== null) return watch(value, [name]);
        if (typeof value !== 'function' || local.has(name)) return value;
        return (...given: unknown[]): unknown => {
          calls.add(name);
          const isEnding = given.some(
            (one) => (one as { signal?: unknown } | undefined)?.signal instanceof AbortSignal,
          );
          if (!isEnding) unending.add(name);
          return Reflect.apply(value, target, given);
        };
      },
    });
  return { platform: watch(platform, []) as PlatformClient, calls, unending };
}
