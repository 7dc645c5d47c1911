import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { resolveSettings, type SettingsFlags } from '../../src/host/settings.ts';
import { requireToken } from '../../src/host/settings/platform-settings.ts';
import { readProfileFile, writeProfilePlatform } from '../../src/host/settings/profile-file.ts';
import {
  readTokenFile,
  restoreTokenFile,
  tokenFileText,
  writeTokenFile,
} from '../../src/host/settings/token-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-settings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function resolveWith(
  env: Record<string, string> = {},
  flags: SettingsFlags = {},
): ReturnType<typeof resolveSettings> {
  return resolveSettings({ flags, env: { HOME: folder, ...env }, cwd: join(folder, 'work') });
}

function writeProfiles(text: string): string {
  const path = join(folder, '.config', 'doeflow', 'config.yaml');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function failureOf(action: () => unknown): UsageError {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('Expected a UsageError, got none');
}

describe('resolveSettings', () => {
  it('is the embedded default in the user’s data folder when nothing is configured', () => {
    const settings = resolveWith();
    expect(settings).toMatchObject({
      profile: 'embedded',
      platform: 'embedded',
      temporal: 'embedded',
      home: join(folder, '.local', 'share', 'doeflow'),
      store: join(folder, '.local', 'share', 'doeflow', 'store'),
      cacheDirectory: join(folder, '.cache', 'doeflow'),
    });
    expect(settings.origin['home']).toBe('default');
  });

  it('takes a flag before the environment, and the environment before the profile', () => {
    writeProfiles('profile: work\nprofiles: {work: {home: of-profile, poll: {minMs: 100}}}\n');
    const inProfile = join(folder, '.config', 'doeflow', 'of-profile');
    expect(resolveWith().home).toBe(inProfile);
    expect(resolveWith().origin['home']).toBe('profile work');
    const env = { DOEFLOW_HOME: 'of-environment', DOEFLOW_POLL_MIN_MS: '50' };
    expect(resolveWith(env).home).toBe(join(folder, 'work', 'of-environment'));
    expect(resolveWith(env).poll.minMs).toBe(50);
    const settings = resolveWith(env, { home: '~/of-flag' });
    expect(settings.home).toBe(join(folder, 'of-flag'));
    expect(settings.origin['home']).toBe('flag --home');
    expect(settings.origin['poll.minMs']).toBe('environment DOEFLOW_POLL_MIN_MS');
  });

  it('takes a bucket for the store in the one way in which it is kept, from wherever it is set', () => {
    const named = { DOEFLOW_STORE: 's3://team-bucket//doeflow/store/' };
    expect(resolveWith(named).store).toBe('s3://team-bucket/doeflow/store');
    expect(resolveWith(named).origin['store']).toBe('environment DOEFLOW_STORE');
    writeProfiles('profile: work\nprofiles: {work: {store: "s3://team-bucket"}}\n');
    expect(resolveWith().store).toBe('s3://team-bucket');
    writeProfiles('profile: work\nprofiles: {work: {store: beside}}\n');
    expect(resolveWith().store).toBe(join(folder, '.config', 'doeflow', 'beside'));
    expect(resolveWith({ DOEFLOW_STORE: './here' }).store).toBe(join(folder, 'work', 'here'));
  });

  it('takes the platform’s limits of requests from a profile for its own platform only', () => {
    writeProfiles(
      'profile: work\nprofiles: {work: {platform: {baseUrl: "https://platform.example.com", requests: {file-access: 14400}}}}\n',
    );
    expect(resolveWith().requests).toEqual({ 'file-access': 14400 });
    const elsewhere = { DOEFLOW_PLATFORM_URL: 'https://other.example.com' };
    expect(resolveWith(elsewhere).requests).toEqual({});
    const own = { ...elsewhere, DOEFLOW_PLATFORM_REQUESTS: 'user=600, file-access=1200' };
    expect(resolveWith(own).requests).toEqual({ user: 600, 'file-access': 1200 });
    writeProfiles('profiles: {work: {platform: {baseUrl: a, requests: {files: 1}}}}');
    expect(failureOf(() => resolveWith()).message).toContain('requests');
  });

  it('takes the way of small outputs from a profile for its own platform only', () => {
    writeProfiles(
      'profile: work\nprofiles: {work: {platform: {baseUrl: "https://platform.example.com", smallOutputs: rows}}}\n',
    );
    expect(resolveWith().smallOutputs).toBe('rows');
    const elsewhere = { DOEFLOW_PLATFORM_URL: 'https://other.example.com' };
    expect(resolveWith(elsewhere).smallOutputs).toBe('post-process');
    const own = { ...elsewhere, DOEFLOW_SMALL_OUTPUTS: 'downloads' };
    expect(resolveWith(own).smallOutputs).toBe('downloads');
    expect(resolveWith(own).origin['platform.smallOutputs']).toBe(
      'environment DOEFLOW_SMALL_OUTPUTS',
    );
    writeProfiles('profiles: {work: {platform: {baseUrl: a, smallOutputs: all}}}');
    expect(failureOf(() => resolveWith()).message).toContain('smallOutputs');
  });

  it.each([
    ['s3:/team-bucket/x', 'would be a folder of that name'],
    ['s3://Team_Bucket/x', '"Team_Bucket" cannot be the name of a bucket'],
    ['s3://team-bucket/../x', '"../x" cannot be a prefix of keys'],
    ['gs://team-bucket/x', 'begins with s3://'],
  ])('refuses %j as a store, and says where it was set', (store, why) => {
    const error = failureOf(() => resolveWith({ DOEFLOW_STORE: store }));
    expect(error.code).toBe('USAGE_SETTING');
    expect(error.message).toContain('The setting store (environment DOEFLOW_STORE)');
    expect(error.message).toContain(why);
  });

  it('repeats no key that stands in the name of a store', () => {
    const error = failureOf(() => resolveWith({ DOEFLOW_STORE: 's3://AKIA:secret@bucket/x' }));
    expect(`${error.message} ${error.hint}`).not.toMatch(/AKIA|secret@/u);
  });

  it('ignores the profile file, even a broken one, under the profile "embedded"', () => {
    writeProfiles('profile: [');
    expect(failureOf(() => resolveWith()).code).toBe('USAGE_PROFILE_FILE');
    expect(resolveWith({ DOEFLOW_PROFILE: 'embedded' }).platform).toBe('embedded');
  });

  it('names the known profiles when the wanted one is missing', () => {
    writeProfiles('profiles: {work: {}}');
    expect(failureOf(() => resolveWith({}, { profile: 'play' })).message).toContain(
      'there are: work, embedded',
    );
    expect(failureOf(() => resolveWith({}, { profile: 'constructor' })).code).toBe('USAGE_PROFILE');
  });

  it.each(['acme.com', 'Acme Corp', 'acme/x', '../x', '__proto__', ''])(
    'refuses the name %j of a profile, and writes nothing',
    (name) => {
      const path = join(folder, 'config.yaml');
      const write = (): void => {
        writeProfilePlatform(path, name, 'https://platform.example.com/', { makeDefault: false });
      };
      expect(failureOf(write).message).toContain('letters, digits, - and _');
      expect(existsSync(path)).toBe(false);
    },
  );

  it('names the line of the profile file that has to be mended', () => {
    writeProfiles('profile: work\nprofiles:\n  work: {}\n  acme.com:\n    home: a\n');
    const { message } = failureOf(() => resolveWith());
    expect(message).toContain('line 4: profiles.acme.com: expected a name of letters');
  });

  it('puts a token file back to what it was', () => {
    const path = join(folder, 'tokens', 'work');
    expect(tokenFileText(path)).toBeUndefined();
    writeTokenFile(path, 'a-token-of-some-length');
    restoreTokenFile(path, undefined);
    expect(existsSync(path)).toBe(false);
  });

  it('reports every unknown key of the profile file with its path', () => {
    writeProfiles('profiles: {work: {platfrom: {}, poll: {minMs: 0}}}');
    const { message } = failureOf(() => resolveWith());
    expect(message).toContain('platfrom');
    expect(message).toContain('profiles.work.poll.minMs');
  });

  it.each([
    ['DOEFLOW_POLL_MIN_MS', 'soon', 'USAGE_SETTING'],
    ['DOEFLOW_POLL_MIN_MS', '1e3', 'USAGE_SETTING'],
    ['DOEFLOW_POLL_MIN_MS', '60000', 'USAGE_SETTING'],
    ['DOEFLOW_PLATFORM_REQUESTS', 'files=100', 'USAGE_SETTING'],
    ['DOEFLOW_PLATFORM_REQUESTS', 'user=0', 'USAGE_SETTING'],
    ['DOEFLOW_PLATFORM_REQUESTS', 'user', 'USAGE_SETTING'],
    ['DOEFLOW_SMALL_OUTPUTS', 'none', 'USAGE_SETTING'],
    ['DOEFLOW_PLATFORM_URL', 'platform.example.com', 'USAGE_PLATFORM_URL'],
    ['DOEFLOW_PLATFORM_URL', 'ftp://platform.example.com', 'USAGE_PLATFORM_URL'],
    ['DOEFLOW_PLATFORM_URL', 'https://platform.example.com/?token=x', 'USAGE_PLATFORM_URL'],
  ])('refuses %s=%s with code %s', (variable, value, code) => {
    expect(failureOf(() => resolveWith({ [variable]: value })).code).toBe(code);
  });

  it('never repeats a password that stands in the platform’s URL', () => {
    const error = failureOf(() =>
      resolveWith({ DOEFLOW_PLATFORM_URL: 'https://me:sesame-4711@platform.example.com' }),
    );
    expect(error.message + (error.hint ?? '')).not.toContain('sesame-4711');
  });
});

describe('the platform’s token', () => {
  const profiles =
    'profile: work\nprofiles: {work: {platform: {baseUrl: "https://platform.example.com/api-root"}}}\n';

  it('is read from the profile’s token file', () => {
    writeProfiles(profiles);
    writeTokenFile(resolveWith().tokenFile, ' tok-abcdef \n');
    expect(statSync(resolveWith().tokenFile).mode & 0o777).toBe(0o600);
    expect(resolveWith().platform).toEqual({
      baseUrl: 'https://platform.example.com/api-root/',
      token: 'tok-abcdef',
      tokenProblem: undefined,
    });
  });

  it('is the environment’s before the file’s', () => {
    writeProfiles(profiles);
    writeTokenFile(resolveWith().tokenFile, 'of-file');
    const { platform } = resolveWith({ DOEFLOW_PLATFORM_TOKEN: 'of-environment' });
    expect(platform).toMatchObject({ token: 'of-environment' });
  });

  it('stays with the profile’s host when the URL is overridden by another one', () => {
    writeProfiles(profiles);
    writeTokenFile(resolveWith().tokenFile, 'tok-abcdef');
    const env = { DOEFLOW_PLATFORM_URL: 'https://elsewhere.example.com' };
    const { platform } = resolveWith(env);
    expect(platform).toMatchObject({ token: undefined });
    expect(
      resolveWith({ DOEFLOW_PLATFORM_URL: 'https://platform.example.com' }).platform,
    ).toMatchObject({ token: 'tok-abcdef' });
  });

  it('is refused from a file that others can read, with the command that mends it', () => {
    writeProfiles(profiles);
    const { tokenFile } = resolveWith();
    writeTokenFile(tokenFile, 'tok-abcdef');
    chmodSync(tokenFile, 0o644);
    const { platform } = resolveWith();
    if (platform === 'embedded') throw new Error('Expected a remote platform');
    const error = failureOf(() => requireToken(platform));
    expect(error.exitCode).toBe(4);
    expect(error.message).toContain(`chmod 600 ${tokenFile}`);
  });

  it.each(['', '  \n', 'two words', 'line\nbreak', 'bad\u0000byte', 'ümlaut-token'])(
    'is refused when it is %j, without repeating it',
    (text) => {
      const path = join(folder, 'token');
      writeFileSync(path, text, { mode: 0o600 });
      const reading = readTokenFile(path);
      expect(reading).toHaveProperty('problem');
      if (text.trim() !== '') expect(JSON.stringify(reading)).not.toContain(text.trim());
    },
  );
});

describe('a platform that is left out', () => {
  const unused = (...given: Parameters<typeof resolveWith>) => resolveWith(...given).unusedPlatform;

  it('is told by a token without an address', () => {
    expect(unused({ DOEFLOW_PLATFORM_TOKEN: 'tok' })).toEqual({ kind: 'token' });
    expect(unused({ DOEFLOW_PLATFORM_TOKEN: 'tok' }, { profile: 'embedded' })).toBeUndefined();
    const both = { DOEFLOW_PLATFORM_TOKEN: 'tok', DOEFLOW_PLATFORM_URL: 'https://p.example.com' };
    expect(unused(both)).toBeUndefined();
  });

  it('is told by a profile that nobody chose', () => {
    expect(unused()).toBeUndefined();
    writeProfiles('profiles: {acme: {platform: {baseUrl: https://p.example.com}}, here: {}}\n');
    expect(unused()).toEqual({ kind: 'profiles', names: ['acme'] });
    expect(unused({}, { profile: 'embedded' })).toBeUndefined();
    expect(unused({}, { profile: 'acme' })).toBeUndefined();
  });
});

describe('the Temporal cluster', () => {
  function writeToml(text: string): string {
    const path = join(folder, 'temporal.toml');
    writeFileSync(path, text);
    return path;
  }

  it('is the one of TEMPORAL_ADDRESS', () => {
    const env = { TEMPORAL_ADDRESS: 'cluster.example.com:7233', TEMPORAL_NAMESPACE: 'studies' };
    expect(resolveWith(env).temporal).toMatchObject({
      address: 'cluster.example.com:7233',
      namespace: 'studies',
    });
    expect(resolveWith(env).origin['temporal']).toBe('environment TEMPORAL_ADDRESS');
  });

  it('comes from a profile of Temporal’s own file when that is named, with TLS for an API key', () => {
    const path = writeToml(
      '[profile.prod]\naddress = "prod.example.com:7233"\nnamespace = "doe"\napi_key = "key-abcdef"\n',
    );
    writeProfiles('profile: work\nprofiles: {work: {temporal: {profile: prod}}}\n');
    expect(resolveWith({ TEMPORAL_CONFIG_FILE: path }).temporal).toMatchObject({
      address: 'prod.example.com:7233',
      namespace: 'doe',
      connection: { apiKey: 'key-abcdef', tls: true },
    });
  });

  it('isn’t taken from Temporal’s default file that nobody named', () => {
    mkdirSync(join(folder, '.config', 'temporalio'), { recursive: true });
    writeFileSync(
      join(folder, '.config', 'temporalio', 'temporal.toml'),
      '[profile.default]\naddress = "other.example.com:7233"\n',
    );
    expect(resolveWith({ XDG_CONFIG_HOME: join(folder, '.config') }).temporal).toBe('embedded');
  });

  it('says so when the named configuration can’t be read', () => {
    const env = {
      TEMPORAL_CONFIG_FILE: writeToml('[profile.default\n'),
      TEMPORAL_PROFILE: 'default',
    };
    expect(failureOf(() => resolveWith(env)).code).toBe('USAGE_TEMPORAL_CONFIG');
  });
});

describe('writeProfilePlatform', () => {
  it('keeps comments and other profiles, and can make its profile the default', () => {
    const path = writeProfiles('# mine\nprofiles:\n  home: {store: /srv/store}\n');
    writeProfilePlatform(path, 'work', 'https://platform.example.com/', { makeDefault: true });
    expect(readProfileFile(path)).toEqual({
      profile: 'work',
      profiles: {
        home: { store: '/srv/store' },
        work: { platform: { baseUrl: 'https://platform.example.com/' } },
      },
    });
    expect(resolveWith().profile).toBe('work');
  });

  it('makes the file when there is none', () => {
    const path = join(folder, 'new', 'config.yaml');
    writeProfilePlatform(path, 'work', 'https://platform.example.com/', { makeDefault: false });
    expect(readProfileFile(path).profile).toBeUndefined();
  });
});
