import { dirname, join } from 'node:path';
import { expandPath, userFolders } from '../../host/settings/user-folders.ts';
import type { CommandContext } from '../context.ts';

/** Where a profile's settings and token are kept, also for a profile that isn't there yet. */
export function profilePaths(
  context: CommandContext,
  profile: string,
): { readonly profileFile: string; readonly tokenFile: string } {
  const profileFile = expandPath(
    context.env['DOEFLOW_CONFIG'] || join(userFolders(context.env).config, 'config.yaml'),
    context.cwd,
    context.env,
  );
  return { profileFile, tokenFile: join(dirname(profileFile), 'tokens', profile) };
}
