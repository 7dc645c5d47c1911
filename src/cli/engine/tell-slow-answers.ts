/** A wait for the platform's answer has an end that is told, and is told while it lasts. */
import type { PlatformClientOptions, PlatformLogEvent } from '../../platform-api/index.ts';

/** Waits from here on are told, and then again and again; milliseconds. */
const everyMs = 5_000;

/**
 * Settings of a client that gives each answer up after `answerMs`, whole and with the repeats of a read, and says on the way that it waits.
 * An upload has the time that its size needs, as always.
 */
export function tellSlowAnswers(
  note: (text: string) => void,
  answerMs: number,
): { readonly clientOptions: Partial<PlatformClientOptions>; close(): void } {
  const limit = `${answerMs / 1000} s`;
  let asked: { readonly call: string; readonly atMs: number; wasAnswered: boolean } | undefined;
  const timer = setInterval(() => {
    if (asked === undefined) return;
    const seconds = Math.round((performance.now() - asked.atMs) / 1000);
    note(`Waiting for the whole answer to ${asked.call} for ${seconds} s; given up after ${limit}`);
  }, everyMs);
  const log = ({ event, method, path }: PlatformLogEvent): void => {
    if (event === 'answered' && asked !== undefined) asked.wasAnswered = true;
    if (event !== 'asked') return;
    const call = `[${method}] ${path}`;
    // A repeat is part of the same wait.
    if (asked?.call === call && !asked.wasAnswered) return;
    asked = { call, atMs: performance.now(), wasAnswered: false };
  };
  const timeouts = {
    ...{ callMs: answerMs, allTriesMs: answerMs, headersMs: answerMs, bodyMs: answerMs },
    longestBudgetWaitMs: Math.min(answerMs, 20_000),
  };
  return { clientOptions: { timeouts, log }, close: () => clearInterval(timer) };
}
