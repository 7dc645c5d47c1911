import { parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';
import { findRunUser, type RunUser } from '../files/index.ts';

/** How one local platform is set up. */
export interface PlatformSettings {
  /** 0 takes a free port. */
  readonly port: number;
  readonly dataFolder: string;
  readonly token: string;
  /** Divides queue and start delays only. */
  readonly speed: number;
  /** How long an hour of a walltime lasts. */
  readonly hourMs: number;
  /** Serve nothing beyond the document. */
  readonly documentOnly: boolean;
  readonly faultsFile: string | undefined;
  /** Answers that are allowed but odd are drawn from it; undefined for none. */
  readonly oddSeed: number | undefined;
  readonly catalogueFile: string | undefined;
  /** `spawn` starts a runner where none is; `external` waits for somebody else's. */
  readonly runner: 'spawn' | 'external';
  /** The user whose rights runs have; undefined for our own. */
  readonly runUser: RunUser | undefined;
  /** End when standard input ends. */
  readonly endsWithInput: boolean;
  /** Cores that runs may use together; undefined for the runner's default. */
  readonly cores: number | undefined;
  /** Requests per hour by scope; scopes that aren't named are free. */
  readonly budgets: Readonly<Record<string, number>>;
  /** Between asking a command to end and killing it. */
  readonly graceMs: number;
  readonly limits: {
    readonly uploadBytes: number;
    readonly logBytes: number;
    readonly fileBytes: number;
    readonly runBytes: number;
    readonly unpackedBytes: number;
    readonly unpackedFiles: number;
    /** Longest preparation of one job: its inputs copied and unpacked, its runs listed. */
    readonly stagingMs: number;
  };
}

const gigabyte = 1e9;

/**
 * Settings from a command line and the environment.
 *
 * @throws UsageError `USAGE_PLATFORM` when one is missing or can't be read.
 */
export function readSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): PlatformSettings {
  const { values } = parseCommandLine(argv);
  const token = (values.token ?? env['DOEFLOW_PLATFORM_TOKEN'] ?? '').trim();
  if (token === '' || !/^[\x21-\x7e]+$/.test(token)) {
    throw wrong(
      'a token of printable characters by --token or DOEFLOW_PLATFORM_TOKEN',
      token === '' ? 'none' : 'one with other characters',
    );
  }
  if (values.data === undefined) throw wrong('--data DIR, the folder for its state', 'none');
  if (values.runner !== 'spawn' && values.runner !== 'external') {
    throw wrong('--runner spawn or external', values.runner);
  }
  return {
    port: readNumber('--port', values.port, 0, 65_535),
    dataFolder: values.data,
    token,
    speed: readNumber('--speed', values.speed, 1e-3, 1e6),
    hourMs: readNumber('--hour', values.hour, 0.1, 3600) * 1000,
    documentOnly: values['document-only'],
    faultsFile: values.faults,
    oddSeed: values.odd === undefined ? undefined : readNumber('--odd', values.odd, 0, 2 ** 53),
    catalogueFile: values.catalogue,
    runner: values.runner,
    runUser: values['run-as'] === undefined ? undefined : findRunUser(values['run-as']),
    endsWithInput: env['DOEFLOW_LEASE'] === 'stdin',
    cores: values.cores === undefined ? undefined : readNumber('--cores', values.cores, 1, 4096),
    budgets: readBudgets(values.budget),
    graceMs: readNumber('--grace', values.grace, 0, 3600) * 1000,
    limits: {
      uploadBytes: 5 * gigabyte,
      logBytes: readNumber('--log-limit', values['log-limit'], 4096, 1e12),
      fileBytes: readNumber('--file-limit', values['file-limit'], 4096, 1e13),
      runBytes: readNumber('--run-limit', values['run-limit'], 4096, 1e13),
      unpackedBytes: readNumber('--unpack-limit', values['unpack-limit'], 4096, 1e13),
      unpackedFiles: 100_000,
      stagingMs: readNumber('--staging-limit', values['staging-limit'], 0.1, 1e6) * 1000,
    },
  };
}

function parseCommandLine(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        token: { type: 'string' },
        speed: { type: 'string', default: '10' },
        hour: { type: 'string', default: '3600' },
        'document-only': { type: 'boolean', default: false },
        faults: { type: 'string' },
        odd: { type: 'string' },
        catalogue: { type: 'string' },
        runner: { type: 'string', default: 'spawn' },
        cores: { type: 'string' },
        'run-as': { type: 'string' },
        budget: { type: 'string', multiple: true, default: [] },
        grace: { type: 'string', default: '10' },
        'log-limit': { type: 'string', default: '64e6' },
        'file-limit': { type: 'string', default: '20e9' },
        'run-limit': { type: 'string', default: '50e9' },
        'unpack-limit': { type: 'string', default: '20e9' },
        'staging-limit': { type: 'string', default: '1800' },
      },
    });
  } catch (error) {
    throw new UsageError('USAGE_PLATFORM', error instanceof Error ? error.message : String(error), {
      hint: 'Options: --port --data --token --speed --hour --document-only --faults --odd --catalogue --runner --cores --budget --grace',
    });
  }
}

function readBudgets(entries: readonly string[]): Record<string, number> {
  const budgets: Record<string, number> = {};
  for (const entry of entries) {
    const [scope, perHour] = entry.split('=');
    if (scope === undefined || perHour === undefined) {
      throw wrong('--budget SCOPE=REQUESTS_PER_HOUR', entry);
    }
    budgets[scope] = readNumber(`--budget ${scope}`, perHour, 1, 1e9);
  }
  return budgets;
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most)) {
    throw wrong(`${name} to be a number from ${least} to ${most}`, text);
  }
  return value;
}

function wrong(expected: string, got: string): UsageError {
  return new UsageError('USAGE_PLATFORM', `Expected ${expected}, got ${got}`, {
    hint: 'See `doeflow platform --help`.',
  });
}
