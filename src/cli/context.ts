/** What every command is given: its output, the context it may read, and how it ends. */
import type { RunWorker } from '../host/worker-order.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Interrupt } from './interrupt.ts';
import type { Output } from './output/output.ts';

/** Options that every command takes. */
export interface GlobalFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  /** Name of a profile in the settings file. */
  readonly profile?: string;
  /** Address of the platform; its token is never on a command line. */
  readonly platformUrl?: string;
  /** The token may go by http to a platform on another machine. */
  readonly insecureHttp?: boolean;
  readonly temporalAddress?: string;
  readonly temporalNamespace?: string;
}

export interface CommandContext {
  readonly output: Output;
  readonly flags: GlobalFlags;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  /** True when questions can be asked: stdin and stderr are terminals. */
  readonly interactive: boolean;
  readonly interrupt: Interrupt;
  /** Loads the worker's program into this process. */
  readonly loadWorker: () => Promise<{ readonly runWorker: RunWorker }>;
  /** Of this package. */
  readonly version: string;
  now(): Date;
  /** Sets the code with which the program ends; the last call counts. */
  end(code: ExitCode): void;
}
