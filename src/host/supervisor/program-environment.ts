import type { Environment } from '../../environment.ts';

/** Settings that would carry a program away from its own home, cluster or platform, and the token. */
const ownSettings = new Set([
  'DOEFLOW_PROFILE',
  'DOEFLOW_CONFIG',
  'DOEFLOW_HOME',
  'DOEFLOW_STORE',
  'DOEFLOW_LEASE',
  'DOEFLOW_PLATFORM_URL',
  'DOEFLOW_PLATFORM_TOKEN',
  'DOEFLOW_PLATFORM_REQUESTS',
  'DOEFLOW_TOKEN_PIPE',
  'DOEFLOW_PAYLOAD_KEY_FILE',
  'DOEFLOW_RUN_AS',
]);

/** A client's environment as far as the programs of a home may see it: without its account and its cluster. */
export function programEnvironment(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !ownSettings.has(name) && !name.startsWith('TEMPORAL_')),
  );
}

const harmless = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'];

/** What the runner may see: strangers' commands run close to it. */
export function runnerEnvironment(env: Environment): Environment {
  return Object.fromEntries(harmless.map((name) => [name, env[name]]));
}
