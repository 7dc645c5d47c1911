import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verbs } from '../../../src/cli/verbs.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';
import { helpPage, namesVerb, verbLines } from './parse-command.ts';
import {
  commandsOfHelp,
  commandsOfPage,
  readPages,
  type Page,
  type ShownCommand,
} from './read-shown-commands.ts';
import { notRun, tour } from './tour.ts';

/** The page whose commands are run with it, and compared with what it shows. */
export const transcriptPage = 'docs/first-ten-minutes.md';

/** Every command that people are shown, as often as it is shown. */
export async function readShownCommands(): Promise<readonly ShownCommand[]> {
  const studies = readdirSync('studies').map((name) => join('studies', name));
  const pages = ['.', 'docs', ...studies].flatMap(readPages).concat(await readStarterPages());
  const lines = await verbLines(verbs.map(({ name }) => name));
  const help = await Promise.all(
    lines.map(async (words) => commandsOfHelp(words.join(' '), await helpPage(words))),
  );
  return [...pages.flatMap(([path, text]) => commandsOfPage(path, text)), ...help.flat()];
}

/** The pages that `doeflow init` writes. */
async function readStarterPages(): Promise<readonly Page[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doeflow-shown-'));
  try {
    await doeflowInProcess(['init', join(folder, 'my-study')], {});
    return readPages(join(folder, 'my-study'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Commands that need no line in the tour, each once: to be run as they are shown. */
export async function readOtherCommands(): Promise<readonly ShownCommand[]> {
  const shown = await readShownCommands();
  const inTranscript = shown.filter(
    ({ where, inSentence }) => where.startsWith(`${transcriptPage}:`) && !inSentence,
  );
  const known = new Set([
    ...inTranscript.map(({ text }) => text),
    ...tour.map((stop) => stop.shown),
    ...Object.keys(notRun),
  ]);
  const others = new Map<string, ShownCommand>();
  for (const command of shown) {
    // A sentence names a verb without its arguments.
    const named = command.inSentence && (await namesVerb(command.words));
    if (!named && !known.has(command.text)) others.set(command.text, command);
  }
  return [...others.values()];
}
