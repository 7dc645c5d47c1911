import { UsageError } from '../../errors.ts';
import { requireToken } from '../../host/settings/platform-settings.ts';
import { readSettings } from '../engine/read-settings.ts';
import { runProgram } from '../run-program.ts';
import type { DefineVerb } from '../define-verb.ts';

/** `doeflow worker`: runs one worker in the foreground for the configured Temporal cluster and platform. */
export const verb: DefineVerb = (command, context) => {
  command.action(async () => {
    const settings = readSettings(context);
    if (settings.temporal === 'embedded' || settings.platform === 'embedded') {
      throw new UsageError(
        'USAGE_WORKER_EMBEDDED',
        'A worker needs the address of a Temporal server and of a platform; the embedded default has its own worker',
        { hint: 'Set TEMPORAL_ADDRESS and DOEFLOW_PLATFORM_URL, or use doeflow dev' },
      );
    }
    const { flags } = context;
    const env = {
      DOEFLOW_PLATFORM_URL: settings.platform.baseUrl,
      ...(flags.profile === undefined ? {} : { DOEFLOW_PROFILE: flags.profile }),
      TEMPORAL_ADDRESS: settings.temporal.address,
      TEMPORAL_NAMESPACE: settings.temporal.namespace,
    };
    const token = requireToken(settings.platform);
    const code = await runProgram(context, 'worker/main.js', [], env, token);
    context.end(code);
  });
};
