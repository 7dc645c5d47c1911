/** A bundle is handed to strangers: whatever was planted where secrets are must not be in it, in any spelling. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endsOfLogs, studiesList } from '../../../src/cli/doctor/bundle-parts.ts';
import { knownSecrets } from '../../../src/cli/doctor/known-secrets.ts';
import { withoutSecrets } from '../../../src/cli/doctor/without-secrets.ts';
import { writeBundle } from '../../../src/cli/doctor/write-bundle.ts';
import { settingRows } from '../../../src/cli/setting-rows.ts';
import { resolveSettings } from '../../../src/host/settings.ts';
import { openStore } from '../../../src/store/index.ts';
import { placeStudy } from '../../kit/finished-study.ts';
import { temporaryFolder } from '../../store/temporary-folder.ts';

const root = temporaryFolder(afterAll);
const planted = {
  localToken: 'planted-local-7d1f0c9b2e',
  payloadKey: '9d41c7e02b5f83a6d10e4c7b96f2385ac4d1e07f6b93a258e1f04d7c8b3a6925',
  profileToken: 'planted-profile-91ab3c5d7e',
  awsSecret: 'Planted/AwsSecret+Key0123456789abcdefghij',
  temporalKey: 'planted-temporal-api-key-55aa',
  webhook: 'https://hooks.example.org/services/T0PLANTED/B1PLANTED/x9y8z7w6v5u4',
  mailPassword: 'planted-mail-pass-0815',
  argument: 'planted-argument-of-a-command',
  value: '42.195001',
};

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text, { mode: 0o600 });
}

describe('a bundle for diagnosis', () => {
  it('holds what was found, and nothing of what was planted', async () => {
    put('home/platform-token', `${planted.localToken}\n`);
    put('home/payload-key', `${planted.payloadKey}\n`);
    put('config/tokens/acme', `${planted.profileToken}\n`);
    put(
      'config/config.yaml',
      [
        'profiles: {acme: {platform: {baseUrl: "https://platform.example.org"}}}',
        'notify:',
        `  ops: {webhook: "${planted.webhook}"}`,
        `  mail: {command: [sh, "${planted.argument}"]}`,
      ].join('\n'),
    );
    const spellings = (secret: string): readonly string[] => [
      secret,
      JSON.stringify({ told: secret }),
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
      secret.toUpperCase(),
    ];
    const lines = Object.entries(planted)
      .filter(([name]) => name !== 'value')
      .flatMap(([name, secret]) => spellings(secret).map((text) => `${name} failed: ${text}`));
    put('home/logs/worker.log', `a line that helps\n${lines.join('\n')}\n`);
    const env = {
      DOEFLOW_HOME: join(root, 'home'),
      DOEFLOW_CONFIG: join(root, 'config', 'config.yaml'),
      HOME: root,
      AWS_SECRET_ACCESS_KEY: planted.awsSecret,
      TEMPORAL_API_KEY: planted.temporalKey,
      SMTP_PASSWORD: planted.mailPassword,
    };
    const settings = resolveSettings({ flags: {}, env, cwd: root });
    const store = await openStore(settings.store);
    const study = `name: beam
description: ${planted.argument}
variables:
  - {name: x, type: Param, values: [${planted.value}]}
  - {name: y, type: Output, from: {stdout: 'y=(\\S+)'}}
design: {method: full-factorial}
job:
  analysis: {code: user_included, version: "0"}
  command: echo y=\${x}
  hardware: {coreType: emerald, coresPerSlot: 1, slots: 1, walltime: 1}
`;
    await placeStudy(store, 'beam-1', study);
    const documents = {
      settings: Object.fromEntries(settingRows(settings)),
      studies: await studiesList(store),
    };
    const file = join(root, 'bundle.tar.gz');
    const secrets = knownSecrets(settings, env);
    const now = new Date('2026-06-01T00:00:00Z');
    const parts = { documents, logs: endsOfLogs(settings) };
    const { holds } = await writeBundle(file, parts, secrets, now);
    expect(holds).toEqual(['README.txt', 'settings.json', 'studies.json', 'logs/worker.log']);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    // The system's own tar reads it.
    execFileSync('tar', ['-xzf', file, '-C', root]);
    const unpacked = join(root, 'doeflow-bundle');
    const all = readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:txt|json|log)$/u.test(name))
      .map((name) => readFileSync(join(unpacked, name), 'utf8'))
      .join('\n');
    expect(all).toContain('a line that helps');
    expect(all).toContain('beam-1');
    for (const [name, secret] of Object.entries(planted)) {
      for (const text of spellings(secret)) expect(all, name).not.toContain(text);
    }
    await expect(writeBundle(file, parts, secrets, now)).rejects.toThrow('is there already');
  });

  it.each([
    ['GET https://u:pw12@host/path', 'u:pw12'],
    ['PUT https://b.s3.example.org/k?X-Amz-Signature=abc123&a=1 403', 'abc123'],
    ['Authorization: Token 0123456789abcdef', '0123456789abcdef'],
    ['{"apiKey":"k-1-2-3"}', 'k-1-2-3'],
    ['key AKIAABCDEFGHIJKLMNOP refused', 'AKIAABCDEFGHIJKLMNOP'],
    ['posted to https://hooks.slack.com/services/T1/B2/c3d4', 'T1/B2'],
    ['signed: X-Amz-Signature=5f3a9c', '5f3a9c'],
    ['login with password=hunter-22 failed', 'hunter-22'],
    ['DB_PASSWORD=hunter-22', 'hunter-22'],
    ['AWS_SECRET_ACCESS_KEY=wJalr/XUtnFEMI', 'wJalr/XUtnFEMI'],
    ['blob sig=a1b2c3d4', 'a1b2c3d4'],
    ['{"accessKey":"k-1-2-3"}', 'k-1-2-3'],
    ["{accessKey: 'k-1-2-3'}", 'k-1-2-3'],
    ['sent Bearer abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
    ['jwt eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2lnbmF0dXJl', 'eyJzdWIiOiIx'],
    [`token ${'ghp'}_0123456789abcdefghij`, '0123456789abcdefghij'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEvQ\n(cut)', 'MIIEvQ'],
  ])('takes out what looks like a secret: %s', (line, secret) => {
    const clean = withoutSecrets(line, []);
    expect(clean).not.toContain(secret);
    expect(clean).toContain('[redacted]');
  });

  it.each([
    'token: set',
    'platform token: not needed',
    'password: missing',
    'the token file is /home/ann/.doeflow/platform-token',
    'tokenFile=/etc/doeflow/token',
    'GET /api/v2/jobs/abc/ 404',
  ])('leaves what only speaks of secrets: %s', (line) => {
    expect(withoutSecrets(line, [])).toBe(line);
  });

  it('knows the password of a proxy, wherever it stands', () => {
    const env = { HOME: root, HTTPS_PROXY: 'http://pu:p%40ss-word-9@proxy.example.org:3128' };
    const settings = resolveSettings({ flags: {}, env, cwd: root });
    const line = 'refused p@ss-word-9 and p%40ss-word-9';
    expect(withoutSecrets(line, knownSecrets(settings, env))).toBe(
      'refused [redacted] and [redacted]',
    );
  });
});
