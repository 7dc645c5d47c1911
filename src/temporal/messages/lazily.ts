/** Gives an object a property that is made when it is first read. */
export function lazily(to: object, name: string, make: () => unknown): void {
  Object.defineProperty(to, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = make();
      Object.defineProperty(to, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      return value;
    },
  });
}
