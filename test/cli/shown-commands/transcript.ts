/**
 * A page that shows a session: in blocks marked `console`, a line `$ command` (further lines of it behind `> `) and below it what it printed. A line
 * `…` of its own stands for output that is left out.
 */

/** Runs one command as it stands on the page; resolves with all that it printed. */
export type RunCommand = (command: string) => Promise<string>;

/** The page with what its commands print now. As much of the beginning and of the end of an output is shown as the page shows of it. */
export async function playTranscript(page: string, run: RunCommand): Promise<string> {
  const parts = page.split(/(^```console\n[^]*?^```$)/mu);
  const played: string[] = [];
  for (const part of parts) {
    played.push(part.startsWith('```console\n') ? await playBlock(part, run) : part);
  }
  return played.join('');
}

async function playBlock(block: string, run: RunCommand): Promise<string> {
  const lines = block.split('\n').slice(1, -1);
  const played: string[] = [];
  while (lines.length > 0) {
    const first = lines.shift() ?? '';
    if (!first.startsWith('$ ')) throw new Error(`Expected a command behind "$ ", got: ${first}`);
    const typed = [first, ...takeWhile(lines, (line) => line.startsWith('> '))];
    const shown = takeWhile(lines, (line) => !line.startsWith('$ '));
    const printed = await run(typed.map((line) => line.slice(2)).join('\n'));
    played.push(...typed, ...leaveOut(printed.trimEnd().split('\n'), shown));
  }
  return ['```console', ...played, '```'].join('\n');
}

/** Takes lines away from the start. */
function takeWhile(lines: string[], belongs: (line: string) => boolean): readonly string[] {
  const end = lines.findIndex((line) => !belongs(line));
  return lines.splice(0, end === -1 ? lines.length : end);
}

/** Leaves out of `printed` what `…` stands for in `shown`. */
function leaveOut(printed: readonly string[], shown: readonly string[]): readonly string[] {
  if (printed.length === 1 && printed[0] === '') return [];
  const cut = shown.indexOf('…');
  if (cut === -1) return printed;
  const behind = shown.length - cut - 1;
  if (cut + behind >= printed.length) return printed;
  return [...printed.slice(0, cut), '…', ...printed.slice(printed.length - behind)];
}

/** What differs between two machines, and between two times on one. */
export interface OwnWords {
  /** Path on this machine -> as the page writes it; the longer of two that begin alike first. */
  readonly paths: readonly (readonly [own: string, shown: string])[];
}

/** Gives back a function that writes what commands print as it is on every machine: its times, process ids, ports and sizes are examples. */
export function createLeveller({ paths }: OwnWords): (printed: string) => string {
  const times = createExamples((index) => `20260302-09${10 + index}00`);
  const ports = createExamples((index) => `127.0.0.1:${27818 + index}`);
  const processes = createExamples((index) => String(4711 + index));
  return (printed) =>
    paths
      .reduce((text, [own, shown]) => text.replaceAll(own, shown), printed)
      .replace(/^.*elapsed \d.*\n/gmu, '')
      .replace(/\b\d{8}-\d{6}\b/gu, times)
      .replace(/127\.0\.0\.1:\d+/gu, ports)
      .replace(/\d+@[^\s,]+/gu, '4711@workstation')
      .replace(
        /\b(temporal|runner|platform|worker|supervisor|client) (\d+)/gu,
        (_, name: string, id: string) => `${name} ${processes(id)}`,
      )
      // Who follows the page has nothing up before its commands; the test has.
      .replace(
        /^Temporal UI: \S+$/gmu,
        '$&   (while this command runs; doeflow dev keeps it running)',
      )
      .replace(/[\d.]+ GB free/gu, '120 GB free')
      .replace(/(?<part>Payload key +|payload keys )[0-9a-f]{8}\b/gu, '$<part>7dc63e0a')
      .replace(/(?<=, store )[0-9a-f]{8}\b/gu, 'a58eaa9b')
      .replace(/about [\d.]+ to [\d.]+ USD/gu, 'about 0.0012 to 0.0054 USD')
      .replace(/(?<part>Node +)[\d.]+/gu, '$<part>20.20.2')
      .replace(/(?<part>Temporal +server )[\d.]+/gu, '$<part>1.29.1')
      .replace(/(Temporal executable +).*/gu, '$1/home/you/.cache/doeflow/bin/temporal (cache)');
}

/** The first text it is given becomes example 0 for good, the next other one example 1. */
function createExamples(example: (index: number) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const shown = known.get(text) ?? example(known.size);
    known.set(text, shown);
    return shown;
  };
}
