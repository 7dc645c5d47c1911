import { UsageError } from '../../errors.ts';
import { appended } from '../parse-arguments.ts';
import { runProgram } from '../run-program.ts';
import type { DefineVerb } from '../define-verb.ts';

/** Options that are passed on to the program unchanged, with their help. */
const passed: readonly (readonly [flag: string, text: string])[] = [
  [
    '--speed <factor>',
    'make waiting in the queue and starting this many times faster; runs are not faster',
  ],
  ['--hour <seconds>', 'how long an hour of a walltime lasts, to try out its end (default 3600)'],
  ['--faults <file>', 'inject the faults that this file lists, to test clients'],
  [
    '--odd <seed>',
    'answer in ways that are allowed but odd, drawn from this number, to test clients',
  ],
  ['--catalogue <file>', 'your own core types, analyses and workspace, as YAML or JSON'],
  ['--cores <n>', 'cores that all runs together may use'],
  [
    '--run-as <user>',
    'execute runs with the rights of this user, who cannot read your files; needs root',
  ],
  ['--grace <seconds>', 'time between asking a command to end and killing it (default 10)'],
  [
    '--log-limit <bytes>',
    'largest log of a run; of a longer one, the start and the end are kept (default 64e6)',
  ],
  ['--file-limit <bytes>', 'largest file that a run may write (default 20e9)'],
  [
    '--run-limit <bytes>',
    'largest size of all files of a run together; a larger run is ended (default 50e9)',
  ],
  ['--unpack-limit <bytes>', 'largest size of an unpacked archive (default 20e9)'],
  [
    '--staging-limit <seconds>',
    'longest time to prepare the input files of a job; after it the job fails (default 1800)',
  ],
];

interface PlatformOptions extends Readonly<Record<string, unknown>> {
  readonly port: string;
  readonly data: string;
  readonly token?: string;
  readonly documentOnly?: boolean;
  readonly budget: readonly string[];
}

/** `doeflow platform`: serves the local platform until it is stopped; prints one line when it is ready. */
export const verb: DefineVerb = (command, context) => {
  command
    .requiredOption('--data <dir>', 'folder for everything that it stores')
    .option('--port <port>', 'port on 127.0.0.1; 0 means any free port', '0')
    .option(
      '--token <token>',
      'token that its clients must send (or DOEFLOW_PLATFORM_TOKEN); not the token of a real account',
    )
    .option('--document-only', 'serve only the endpoints of the published API document')
    .option(
      '--budget <scope=n>',
      'requests per hour allowed in a scope; may be repeated',
      appended,
      [],
    );
  for (const [flag, text] of passed) command.option(flag, text);
  command.action(async (options: PlatformOptions) => {
    const token = options.token ?? context.env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
    if (token === '') {
      throw new UsageError(
        'USAGE_TOKEN',
        'The platform requires a token for its clients, and none was given',
        {
          hint: 'doeflow platform --token "$(openssl rand -hex 16)" …',
          exitCode: 4,
        },
      );
    }
    const code = await runProgram(
      context,
      'src/local-platform/main.js',
      [
        ...['--port', options.port, '--data', options.data],
        ...(options.documentOnly === true ? ['--document-only'] : []),
        ...options.budget.flatMap((budget) => ['--budget', budget]),
        ...command.options.flatMap((option) => {
          const value = options[option.attributeName()];
          const isPassed = passed.some(([flag]) => flag === option.flags);
          return isPassed && typeof value === 'string' ? [option.long ?? '', value] : [];
        }),
      ],
      {},
      token,
    );
    context.end(code);
  });
};
