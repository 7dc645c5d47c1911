/**
 * Where a command's findings go: what was asked for to stdout, in one of three voices; everything else (remarks, progress,
 * errors) to stderr. Commands hold an {@link Output} and no stream.
 */
import { redact, redactInPieces } from '../../redact.ts';
import { printable } from '../../printable.ts';
import type { Colors } from './colors.ts';
import { createColors } from './colors.ts';
import { toErrorLines, toErrorDocument } from './error-report.ts';
import type { ErrorReport } from './error-report.ts';
import { createHumanVoice } from './human-voice.ts';
import { createLiveFrame } from './live-frame.ts';
import { jsonVoice, toJson } from './json-voice.ts';
import { quietVoice } from './quiet-voice.ts';
import { terminalSize } from './terminal-size.ts';
import { carryInBlock, type View, type Voice } from './view.ts';
import { wrapText } from './wrap-text.ts';

export interface OutputSettings {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly quiet: boolean;
  /** False after `--no-color`. */
  readonly color: boolean;
  /** Adds causes and stack traces to errors. */
  readonly verbose: boolean;
}

export interface Output {
  readonly json: boolean;
  readonly quiet: boolean;
  /** True when stdout is a terminal. */
  readonly terminal: boolean;
  /** True when stderr is a terminal that can redraw a live frame. */
  readonly live: boolean;
  /** Columns of stderr. */
  readonly width: number;
  /** Colours for stderr. */
  readonly colors: Colors;
  /** The view a command ends with; it takes the place of the frame. */
  show(view: View): void;
  /**
   * Data that was asked for as it is (a table as CSV, a log), in every voice alike; a terminal gets it without what it would obey. Resolves
   * when there is room for more.
   */
  write(text: string): Promise<void>;
  /** Bytes of whatever kind, as they are; not for a terminal. */
  writeBytes(bytes: Buffer): Promise<void>;
  /** A remark for people, one line on stderr; quiet drops it. */
  note(text: string): void;
  /** A remark that also the quiet get. */
  warn(text: string): void;
  /** Replaces the live frame on stderr. */
  frame(lines: readonly string[]): void;
  /** Takes the last frame away whole. */
  endFrame(): void;
  /** Says what went wrong, on stderr. */
  fail(report: ErrorReport): void;
  /** From now on `secret` is never printed by this output. */
  hide(secret: string): void;
  /** `text` with the flags that its commands need to work where this one does, for frames. */
  carried(text: string): string;
  /** From now on the commands that are suggested to people go through `carry`. */
  suggest(carry: (text: string) => string): void;
}

/** The voice that the settings ask for: people's, JSON, or quiet. */
export function createOutput(settings: OutputSettings): Output {
  const { stdout, stderr, env, json, quiet } = settings;
  const refused = !settings.color;
  const colors = createColors({ terminal: stderr.isTTY === true, env, refused });
  const voice: Voice = json
    ? jsonVoice
    : quiet
      ? quietVoice
      : createHumanVoice({
          terminal: stdout.isTTY === true,
          columns: () => terminalSize(stdout).columns,
          colors: createColors({ terminal: stdout.isTTY === true, env, refused }),
        });
  const live = stderr.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']) && !quiet;
  const secrets = new Set<string>();
  const clean = (text: string): string => redact(text, [...secrets]);
  // What is asked for may come in pieces, and a secret be cut between two of them.
  const cleanPiece = redactInPieces(() => [...secrets]);
  const liveFrame = createLiveFrame(stderr);
  let carry = (text: string): string => text;

  const send = (data: string | Buffer): Promise<void> =>
    stdout.write(data)
      ? Promise.resolve()
      : new Promise((resolve) => stdout.once('drain', resolve));
  const say = (text: string): void => {
    liveFrame.clear();
    stderr.write(`${clean(text)}\n`);
  };
  const folded = (text: string): string =>
    stderr.isTTY === true ? wrapText(text, terminalSize(stderr).columns) : text;
  return {
    json,
    quiet,
    terminal: stdout.isTTY === true,
    live,
    get width() {
      return terminalSize(stderr).columns;
    },
    colors,
    show(view) {
      const text = cleanPiece(
        voice({ ...view, human: view.human.map((block) => carryInBlock(block, carry)) }),
      );
      liveFrame.clear();
      if (text !== '') stdout.write(text);
    },
    write(text) {
      return send(cleanPiece(stdout.isTTY ? printable(text) : text));
    },
    writeBytes(bytes) {
      // One character a byte, there and back: what isn't a secret stays byte for byte.
      return send(Buffer.from(cleanPiece(bytes.toString('latin1')), 'latin1'));
    },
    note(text) {
      if (!quiet) say(folded(carry(printable(text))));
    },
    warn(text) {
      const [word, rest] = ['warning:', folded(`warning: ${carry(printable(text))}`)];
      say(`${colors.yellow(word)}${rest.slice(word.length)}`);
    },
    frame(lines) {
      liveFrame.draw(lines.map(clean));
    },
    endFrame() {
      liveFrame.clear();
    },
    fail(found) {
      const report = {
        ...found,
        message: carry(found.message),
        hint: found.hint === undefined ? undefined : carry(found.hint),
      };
      if (json) say(toJson(toErrorDocument(report)));
      else say(toErrorLines(report, { colors, folded, verbose: settings.verbose }).join('\n'));
    },
    hide(secret) {
      secrets.add(secret);
    },
    carried: (text) => carry(text),
    suggest(by) {
      carry = by;
    },
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
