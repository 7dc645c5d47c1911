import { isInsecure } from '../host/settings/platform-settings.ts';
import { spellRequests } from '../host/settings/request-settings.ts';
import { describePayloadKey } from '../host/settings/payload-settings.ts';
import type { Settings } from '../host/settings.ts';

/** Settings by the names that `origin` uses; the token itself is never among them. */
export function settingRows(settings: Settings): readonly (readonly [string, string])[] {
  const { platform, temporal, payloads } = settings;
  return [
    ['profile', settings.profile],
    ['profileFile', settings.profileFile],
    ['home', settings.home],
    ['store', settings.store],
    ['platform.baseUrl', platform === 'embedded' ? 'embedded' : platform.baseUrl],
    ...(platform === 'embedded'
      ? []
      : [['platform.insecureHttp', isInsecure(platform.baseUrl) ? 'on' : 'off'] as const]),
    [
      'platform.token',
      platform === 'embedded' ? 'made by itself' : platform.token === undefined ? 'missing' : 'set',
    ],
    ['platform.requests', spellRequests(settings.requests) || 'the usual limits'],
    ['platform.smallOutputs', settings.smallOutputs],
    [
      'temporal',
      temporal === 'embedded' ? 'embedded' : `${temporal.address}, namespace ${temporal.namespace}`,
    ],
    ['temporal.ui', settings.temporalUi ? 'on' : 'off'],
    ['temporal.payloadKeyFile', describePayloadKey(payloads)],
    ['temporal.encryptPayloads', String(payloads.encrypts)],
    ['temporalPath', settings.temporalPath ?? 'found automatically'],
    ['poll.minMs', String(settings.poll.minMs)],
    ['poll.maxMs', String(settings.poll.maxMs)],
  ];
}
