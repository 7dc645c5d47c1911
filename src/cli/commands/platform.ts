import { UsageError } from '../../errors.ts';
import { runProgram } from '../run-program.ts';
import type { DefineVerb } from '../verbs.ts';

interface PlatformOptions {
  readonly port: string;
  readonly data: string;
  readonly token?: string;
  readonly speed?: string;
  readonly documentOnly?: boolean;
  readonly faults?: string;
}

/** `doeflow platform`: serves the local platform until it is stopped; prints one line when it is ready. */
export const verb: DefineVerb = (command, context) => {
  command
    .requiredOption('--data <dir>', 'folder that holds all its state')
    .option('--port <port>', 'port on 127.0.0.1; 0 takes a free one', '0')
    .option('--token <token>', 'a throw-away token for its clients (or DOEFLOW_PLATFORM_TOKEN)')
    .option('--speed <factor>', 'divides queue and start delays; runs take their own time')
    .option('--document-only', 'serve nothing beyond the published document')
    .option('--faults <file>', 'a plan of faults, for rehearsals')
    .action(async (options: PlatformOptions) => {
      const token = options.token ?? context.env['DOEFLOW_PLATFORM_TOKEN'] ?? '';
      if (token === '') {
        throw new UsageError(
          'USAGE_TOKEN',
          'Expected a token for the platform’s clients, got none',
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
          '--port',
          options.port,
          '--data',
          options.data,
          ...(options.speed === undefined ? [] : ['--speed', options.speed]),
          ...(options.documentOnly === true ? ['--document-only'] : []),
          ...(options.faults === undefined ? [] : ['--faults', options.faults]),
        ],
        { DOEFLOW_PLATFORM_TOKEN: token },
      );
      context.end(code);
    });
};
