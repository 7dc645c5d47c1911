import { UsageError } from '../../errors.ts';
import { appended } from '../parse-arguments.ts';
import { runProgram } from '../run-program.ts';
import type { DefineVerb } from '../define-verb.ts';

/** Options that go to the program as they are, with what they say. */
const passed: readonly (readonly [flag: string, text: string])[] = [
  ['--speed <factor>', 'divides queue and start delays; runs take their own time'],
  ['--faults <file>', 'a plan of faults, for rehearsals'],
  ['--catalogue <file>', 'core types, analyses and workspace of your own, as YAML or JSON'],
  ['--cores <n>', 'cores that runs may use together'],
  ['--grace <seconds>', 'between asking a command to end and killing it (default 10)'],
  [
    '--log-limit <bytes>',
    'longest log of a run; a longer one keeps its head and tail (default 64e6)',
  ],
  ['--file-limit <bytes>', 'largest file that a run may write (default 20e9)'],
  ['--run-limit <bytes>', 'all files of a run together; a run past it is ended (default 50e9)'],
  ['--unpack-limit <bytes>', 'what an archive may unpack to (default 20e9)'],
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
    .requiredOption('--data <dir>', 'folder that holds all its state')
    .option('--port <port>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .option('--token <token>', 'a throw-away token for its clients (or DOEFLOW_PLATFORM_TOKEN)')
    .option('--document-only', 'serve nothing beyond the published document')
    .option('--budget <scope=n>', 'requests an hour in a scope, repeatable', appended, []);
  for (const [flag, text] of passed) command.option(flag, text);
  command.action(async (options: PlatformOptions) => {
    const token = options.token ?? context.env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
    if (token === '') {
      throw new UsageError('USAGE_TOKEN', 'Expected a token for the platform’s clients, got none', {
        hint: 'doeflow platform --token "$(openssl rand -hex 16)" …',
        exitCode: 4,
      });
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
      { DOEFLOW_PLATFORM_TOKEN: token },
    );
    context.end(code);
  });
};
