import { InvalidRequestError, type FieldError } from '../../src/platform-api/index.ts';

/** Which of the named things that were sent a refusal is of; undefined: none of them. */
export type RefusedName = (error: FieldError, names: readonly string[]) => string | undefined;

/** What a platform took, and why it didn't take the rest. */
export interface Taken {
  /** Name -> the platform's reason. */
  readonly refused: Readonly<Record<string, string>>;
  /** The whole of its first refusal. */
  readonly message?: string;
  /** Nothing that the platform named was wrong, so that each was sent by itself. */
  readonly isOneByOne: boolean;
}

/**
 * Sends all at once; what the platform refuses by name is left out of the next try, and where it names nothing each is sent by itself.
 *
 * @param send is called again with fewer; what it throws beside a refusal ends this, too
 */
export async function withoutRefused<Sent>(
  all: Readonly<Record<string, Sent>>,
  send: (some: Readonly<Record<string, Sent>>) => Promise<void>,
  refusedName: RefusedName,
): Promise<Taken> {
  const refused: Record<string, string> = {};
  let message: string | undefined;
  const first = (): Pick<Taken, 'message'> => (message === undefined ? {} : { message });
  for (let left = all; Object.keys(left).length > 0; left = without(left, refused)) {
    const names = Object.keys(left);
    const error = await refusalOf(() => send(left));
    if (error === undefined) break;
    message ??= error.message;
    const named = error.fieldErrors.flatMap((each) => {
      const name = refusedName(each, names);
      return name === undefined ? [] : [[name, each.message] as const];
    });
    for (const [name, reason] of named) refused[name] ??= reason;
    if (named.length > 0) continue;
    for (const name of names) {
      const own = names.length === 1 ? error : await refusalOf(() => send(only(left, name)));
      if (own !== undefined) refused[name] = own.message;
    }
    return { refused, ...first(), isOneByOne: true };
  }
  return { refused, ...first(), isOneByOne: false };
}

async function refusalOf(send: () => Promise<void>): Promise<InvalidRequestError | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidRequestError) return error;
    throw error;
  }
}

function without<Sent>(
  all: Readonly<Record<string, Sent>>,
  names: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Sent>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !Object.hasOwn(names, name)));
}

function only<Sent>(
  all: Readonly<Record<string, Sent>>,
  name: string,
): Readonly<Record<string, Sent>> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each === name));
}
