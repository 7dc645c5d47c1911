/** Settings of two studies that differ, by the place where people look for them. Pure. */

/** A setting that differs; `before` is absent where it is new, `after` where it is gone. */
export interface ChangedSetting {
  readonly what: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Every setting below `path` that differs, each under its own name; none where both are equal. */
export function changedSettings(
  path: string,
  before: unknown,
  after: unknown,
): readonly ChangedSetting[] {
  if (isEqual(before, after)) return [];
  if (isPlain(before) && isPlain(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      changedSettings(path === '' ? key : `${path}.${key}`, before[key], after[key]),
    );
  }
  return [
    {
      what: path,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    },
  ];
}

/** `slots: 2 -> 4`, `+ walltime: 3`, `- walltime: 3`. */
export function changedSettingWords({ what, before, after }: ChangedSetting): string {
  if (before === undefined) return `+ ${what}: ${show(after)}`;
  if (after === undefined) return `- ${what}: ${show(before)}`;
  return `${what}: ${show(before)} -> ${show(after)}`;
}

/** Whether two settings say the same; one that is undefined is one that is absent. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return Object.is(one, other);
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isEqual(one[key], other[key]));
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
