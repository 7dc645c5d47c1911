import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig';
import type { TemporalTarget } from '../../temporal/temporal-target.ts';
import { UsageError } from '../../errors.ts';
import type { Environment } from '../../environment.ts';

/** What the flags and the chosen profile say about Temporal. */
export interface TemporalChoice {
  readonly address?: string | undefined;
  readonly namespace?: string | undefined;
  /** A profile of Temporal's own configuration file. */
  readonly profile?: string | undefined;
}

const variablesThatChoose = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'];

/**
 * Gives back the Temporal cluster that is configured, or undefined for the embedded default. Temporal's own configuration file counts
 * only when it is named (by flag, profile, TEMPORAL_PROFILE or TEMPORAL_CONFIG_FILE): one that lies there for other work
 * must not carry a first try to a foreign cluster.
 * @throws UsageError USAGE_TEMPORAL_CONFIG when the named configuration can't be read.
 * @see https://docs.temporal.io/develop/environment-configuration
 */
export function resolveTemporal(
  flags: TemporalChoice,
  env: Environment,
  profile: TemporalChoice,
): { readonly target: TemporalTarget; readonly origin: string } | undefined {
  const variable = variablesThatChoose.find((name) => (env[name] ?? '') !== '');
  const origin =
    flags.address !== undefined
      ? 'flag --temporal-address'
      : variable !== undefined
        ? `environment ${variable}`
        : profile.address !== undefined || profile.profile !== undefined
          ? 'profile'
          : undefined;
  if (origin === undefined) return undefined;

  const temporalProfile = (env['TEMPORAL_PROFILE'] ?? '') || profile.profile;
  const namesFile = temporalProfile !== undefined || (env['TEMPORAL_CONFIG_FILE'] ?? '') !== '';
  let loaded: ClientConnectConfig;
  try {
    loaded = loadClientConnectConfig({
      ...(temporalProfile === undefined ? {} : { profile: temporalProfile }),
      disableFile: !namesFile,
      overrideEnvVars: definedOnly(env),
    });
  } catch (cause) {
    throw new UsageError(
      'USAGE_TEMPORAL_CONFIG',
      `The configuration of the Temporal client cannot be read: ${(cause as Error).message}`,
      { hint: 'Check TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE and the profile file', cause },
    );
  }
  const fromEnvironment =
    (env['TEMPORAL_ADDRESS'] ?? '') === '' ? undefined : env['TEMPORAL_ADDRESS'];
  const address =
    flags.address ??
    fromEnvironment ??
    profile.address ??
    loaded.connectionOptions.address ??
    'localhost:7233';
  const namespaceFromEnvironment = (env['TEMPORAL_NAMESPACE'] ?? '') || undefined;
  return {
    target: {
      address,
      namespace:
        flags.namespace ??
        namespaceFromEnvironment ??
        profile.namespace ??
        loaded.namespace ??
        'default',
      connection: { ...loaded.connectionOptions, address },
    },
    origin,
  };
}

function definedOnly(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
