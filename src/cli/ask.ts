/** Questions to the person at the terminal, on stderr so that stdout holds only the result. */
import { createInterface, type Interface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from '../errors.ts';
import type { CommandContext } from './context.ts';
import { printableLine } from './printable.ts';

/**
 * Resolves when the person typed `word`.
 * @throws UsageError with exit code 5 when something else was typed, or there is no terminal.
 */
export async function requireTyped(
  context: CommandContext,
  question: string,
  word: string,
): Promise<void> {
  if (!context.interactive) {
    throw new UsageError(
      'USAGE_CONFIRMATION',
      `This needs a confirmation, and there is no terminal to ask on: ${question}`,
      {
        exitCode: 5,
        hint: 'To confirm, repeat the command with --yes',
      },
    );
  }
  const answer = await askLine(context, `${question}\nType ${word} to continue: `);
  if (answer.trim() !== word) {
    throw new UsageError(
      'USAGE_CONFIRMATION',
      `Not confirmed: "${answer.trim()}" is not "${word}". Nothing was done.`,
      { exitCode: 5, hint: `Repeat the command and type ${word}, or add --yes` },
    );
  }
}

/** Whether a person is there to be asked: at a terminal, and not by a program that reads JSON or by continuous integration. */
export function canAsk({ interactive, output, env }: CommandContext): boolean {
  return interactive && !output.json && (env['CI'] ?? '') === '';
}

/** True when the person typed yes, or y. */
export async function askYes(context: CommandContext, question: string): Promise<boolean> {
  const answer = await askLine(context, `${question} Type yes or no:`);
  return /^y(?:es)?$/iu.test(answer.trim());
}

/** One line that the person typed, without its line end. */
export async function askLine(context: CommandContext, prompt: string): Promise<string> {
  context.output.endFrame();
  const reader = createInterface({ input: context.stdin, output: process.stderr });
  return answerTo(context, reader, printableLine(prompt).concat(' '), process.stderr);
}

/**
 * One answer; the reader is closed behind it.
 * @param shownOn where the cursor stands behind the question
 * @throws UsageError USAGE_INTERRUPTED, exit code 130, where the person left instead: Ctrl-C, Ctrl-D, or the terminal is gone
 */
async function answerTo(
  { interrupt }: CommandContext,
  reader: Interface,
  question: string,
  shownOn: Writable,
): Promise<string> {
  const closed = new AbortController();
  reader.once('close', () => closed.abort());
  const signal = AbortSignal.any([interrupt.signal, closed.signal]);
  try {
    return await reader.question(question, { signal });
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'AbortError') throw cause;
    shownOn.write('\n');
    throw new UsageError('USAGE_INTERRUPTED', 'Interrupted at a question. Nothing was done', {
      ...{ exitCode: 130, hint: 'You can repeat the same command.', cause },
    });
  } finally {
    reader.close();
  }
}

/**
 * A secret typed without being shown.
 * @throws UsageError with exit code 5 when there is no terminal.
 */
export async function askSecret(context: CommandContext, prompt: string): Promise<string> {
  if (!context.interactive) {
    throw new UsageError('USAGE_CONFIRMATION', 'There is no terminal to ask for the token on', {
      exitCode: 5,
      hint: 'Pipe the token in, with --token-stdin',
    });
  }
  // Readline echoes what is typed to its output: one that drops everything shows nothing.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: context.stdin, output: silent, terminal: true });
  context.output.note(prompt);
  return answerTo(context, reader, '', silent);
}

/** All of standard input as text. */
export async function readAllInput(context: CommandContext): Promise<string> {
  let text = '';
  context.stdin.setEncoding('utf8');
  for await (const chunk of context.stdin) text += String(chunk);
  return text;
}
