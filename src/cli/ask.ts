/** Questions to the person at the terminal, on stderr so that stdout stays what was asked for. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { printableLine } from './printable.ts';

/**
 * Resolves when the person typed `word`.
 * @throws UsageError with exit code 5 when something else was typed, or nobody is there to type.
 */
export async function requireTyped(
  context: CommandContext,
  question: string,
  word: string,
): Promise<void> {
  if (!context.interactive) {
    throw new UsageError('USAGE_CONFIRMATION', `Expected a confirmation: ${question}`, {
      exitCode: 5,
      hint: 'Repeat the command with --yes',
    });
  }
  const answer = await askLine(context, `${question}\nType ${word} to go on: `);
  if (answer.trim() !== word) {
    throw new UsageError(
      'USAGE_CONFIRMATION',
      'Expected the name, got something else: nothing done',
      {
        exitCode: 5,
      },
    );
  }
}

/** One line of the person's, without its line end. */
export async function askLine(context: CommandContext, prompt: string): Promise<string> {
  const reader = createInterface({ input: context.stdin, output: process.stderr });
  try {
    return await reader.question(printableLine(prompt).concat(' '), {
      signal: context.interrupt.signal,
    });
  } finally {
    reader.close();
  }
}

/**
 * A secret typed without being shown.
 * @throws UsageError with exit code 5 when nobody is there to type.
 */
export async function askSecret(context: CommandContext, prompt: string): Promise<string> {
  if (!context.interactive) {
    throw new UsageError(
      'USAGE_CONFIRMATION',
      'Expected a terminal to ask for the token, got none',
      {
        exitCode: 5,
        hint: 'Give it by --token-stdin',
      },
    );
  }
  // Readline echoes what is typed to its output: one that drops everything shows nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: context.stdin, output: silent, terminal: true });
  context.output.note(prompt);
  try {
    return await reader.question('', { signal: context.interrupt.signal });
  } finally {
    reader.close();
  }
}

/** All of standard input as text. */
export async function readAllInput(context: CommandContext): Promise<string> {
  let text = '';
  context.stdin.setEncoding('utf8');
  for await (const chunk of context.stdin) text += String(chunk);
  return text;
}
