import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { askLine, askSecret } from '../../src/cli/ask.ts';
import type { CommandContext } from '../../src/cli/context.ts';

/** What asking needs of a command. */
function contextOf(stdin: PassThrough): CommandContext {
  const output = { endFrame: () => undefined, note: () => undefined };
  const interrupt = { signal: new AbortController().signal };
  return { stdin, output, interrupt, interactive: true } as unknown as CommandContext;
}

describe.each([
  ['a question', askLine],
  ['a question for a secret', askSecret],
])('%s', (_title, ask) => {
  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['a terminal that is gone', undefined],
  ])('ends by %s as an interruption, code 130, and not as a fault', async (_key, keys) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
    const answer = ask(contextOf(stdin), 'Which one?').catch((error: unknown) => error);
    if (keys === undefined) stdin.end();
    else stdin.end(keys);
    const error = await answer;
    expect(error).toBeInstanceOf(UsageError);
    expect(error).toMatchObject({ code: 'USAGE_INTERRUPTED', exitCode: 130 });
    expect(String(error)).toContain('Nothing was done');
  });

  it('takes the line that is typed', async () => {
    const stdin = new PassThrough();
    const answer = ask(contextOf(stdin), 'Which one?');
    stdin.write('this one\n');
    expect(await answer).toBe('this one');
  });
});
