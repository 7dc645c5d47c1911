import type { Store } from '../../src/store/index.ts';

/** A store that dies as it writes for the nth time. */
export function dyingStore(store: Store, deadAfter: number): Store {
  let writes = 0;
  const dying = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...args: unknown[]) => unknown;
        if (name === 'study' || name === 'engineRecords') {
          return (...args: unknown[]) => dying(call(...args) as object);
        }
        if (!['write', 'create', 'remove'].includes(String(name))) return call;
        return (...args: unknown[]) => {
          writes += 1;
          if (writes >= deadAfter) return Promise.reject(new Error('the worker died'));
          return call(...args);
        };
      },
    });
  return dying(store);
}
