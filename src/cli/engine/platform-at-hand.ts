/** Which platform this command speaks to, and whether a study belongs to it. */
import { UsageError } from '../../errors.ts';
import type { Settings } from '../../host/settings.ts';
import { readTokenFile } from '../../host/settings/token-file.ts';
import { homeFiles } from '../../host/supervisor/home-files.ts';
import {
  describeOtherPlatform,
  isPlatformOf,
  platformKey,
  type PlatformAtHand,
  type StudyPlatform,
} from '../../store/index.ts';
import type { StoredStudy } from '../studies/stored-study.ts';
import type { Engine } from './open-engine.ts';
import { requirePlatform } from './require-platform.ts';

/** The platform that the settings name, without asking it: whose token it is stays unknown. */
export function platformOfSettings({ platform, home }: Settings): PlatformAtHand {
  if (platform !== 'embedded') {
    const { baseUrl, token } = platform;
    return { name: baseUrl, baseUrl, key: token === undefined ? undefined : platformKey(token) };
  }
  const kept = readTokenFile(homeFiles(home).platformToken);
  return {
    name: `the local platform in ${home}`,
    key: 'token' in kept ? platformKey(kept.token) : undefined,
  };
}

/** The platform that the engine speaks to, as a new study keeps it; asks whose token it is. @throws PlatformError when the platform can't answer just now */
export async function platformOfEngine(engine: Engine): Promise<StudyPlatform> {
  const { settings } = engine;
  const platform = requirePlatform(engine);
  const { baseUrl, token } = platform;
  if (settings.platform === 'embedded') {
    return { kind: 'local', key: platformKey(token), home: settings.home };
  }
  const { createPlatformClient, isNotServed } = await import('../../platform-api/index.ts');
  const client = createPlatformClient(platform);
  const bound = { kind: 'configured', baseUrl, key: platformKey(token) } as const;
  try {
    // Beside the document: where it isn't served, the token's own mark has to do. A platform in trouble as a whole is no place to start.
    const me = await client.user.me();
    const account = isNotServed(me) ? undefined : (me.email ?? undefined);
    return account === undefined ? bound : { ...bound, account };
  } finally {
    await client.close();
  }
}

/** A platform that a study was started on, seen as the one at hand. */
export function seenAtHand(platform: StudyPlatform, engine: Engine): PlatformAtHand {
  const { baseUrl, token } = requirePlatform(engine);
  return {
    name: platform.kind === 'local' ? `the local platform in ${platform.home}` : baseUrl,
    baseUrl,
    key: platformKey(token),
    account: platform.kind === 'local' ? undefined : platform.account,
  };
}

/**
 * Makes sure that this command's platform is the study's.
 * @throws UsageError USAGE_PLATFORM_DIFFERS, exit code 5
 */
export function requirePlatformOf(
  { studyId, snapshot }: Pick<StoredStudy, 'studyId' | 'snapshot'>,
  atHand: PlatformAtHand,
): void {
  if (snapshot.platform === undefined || isPlatformOf(snapshot.platform, atHand)) return;
  const { message, hint } = describeOtherPlatform(`Study ${studyId}`, snapshot.platform, atHand);
  throw new UsageError('USAGE_PLATFORM_DIFFERS', message, { exitCode: 5, hint });
}

/** What to say where a study belongs to another platform; undefined where it doesn't. */
export function otherPlatformOf(
  { studyId, snapshot }: Pick<StoredStudy, 'studyId' | 'snapshot'>,
  atHand: PlatformAtHand,
): string | undefined {
  if (snapshot.platform === undefined || isPlatformOf(snapshot.platform, atHand)) return undefined;
  const { message, hint } = describeOtherPlatform(`Study ${studyId}`, snapshot.platform, atHand);
  return `${message}. ${hint}`;
}
