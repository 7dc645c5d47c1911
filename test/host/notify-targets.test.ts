import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTargets } from '../../src/host/doctor/check-targets.ts';
import { readNotifyTargets } from '../../src/host/settings/notify-targets.ts';
import { resolveSettings } from '../../src/host/settings.ts';
import { doeflowInProcess } from '../kit/doeflow-in-process.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-targets-'));
  file = join(folder, 'config.yaml');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const text = `notify:
  ops: {webhook: https://hooks.example.com/secret-path, secret: {header: Authorization, env: OPS_HOOK}}
  chat: {command: [./tell.sh, room], default: true}
  shell: {command: [sh, -c, "cat >/dev/null"]}
`;

describe('the targets of the profile file', () => {
  it('are there whichever profile is used; a path is meant from the folder of the file', () => {
    writeFileSync(file, `${text}profile: work\nprofiles: {work: {home: elsewhere}}\n`);
    expect(resolveSettings({ flags: {}, env: { DOEFLOW_CONFIG: file }, cwd: '/' }).profile).toBe(
      'work',
    );
    const targets = readNotifyTargets(file, {});
    expect(targets['chat']?.command).toEqual([join(folder, 'tell.sh'), 'room']);
    expect(targets['shell']?.command).toEqual(['sh', '-c', 'cat >/dev/null']);
    expect(readNotifyTargets(join(folder, 'none.yaml'), {})).toEqual({});
  });

  it('are looked at by the doctor, without telling them anything', () => {
    writeFileSync(file, text);
    const env = { PATH: process.env['PATH'] };
    const checks = checkTargets(file, env);
    expect(checks.map(({ name, ok }) => [name, ok])).toEqual([
      ['Target ops', false],
      ['Target chat', false],
      ['Target shell', true],
    ]);
    expect(checks[0]?.detail).toContain('the variable OPS_HOOK with the secret is not set');
    expect(checks[1]?.detail).toContain('there is no program');
    expect(JSON.stringify(checks)).not.toContain('secret-path');
    expect(checkTargets(file, { ...env, OPS_HOOK: 'Bearer abc' })[0]?.ok).toBe(true);
    writeFileSync(file, 'notify: {ops: {webhook: http://example.com/}}\n');
    expect(checkTargets(file, env)[0]).toMatchObject({ ok: false });
    writeFileSync(file, 'notify: {ops: {hook: x}}\n');
    expect(checkTargets(file, env)).toMatchObject([{ name: 'Notifications', ok: false }]);
  });

  it('are listed without the paths of their addresses, and tested one by one', async () => {
    writeFileSync(file, text);
    const env = { DOEFLOW_CONFIG: file, HOME: folder, PATH: process.env['PATH'] ?? '' };
    const listed = await doeflowInProcess(['notify', 'list', '--json'], env);
    expect(listed.stdout).not.toContain('secret-path');
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: 'ops', kind: 'webhook', tells: 'https://hooks.example.com', default: false },
      { name: 'chat', kind: 'command', default: true },
      { name: 'shell', kind: 'command', problem: null },
    ]);
    const tested = await doeflowInProcess(['notify', 'test', 'shell', '--json'], env);
    expect(JSON.parse(tested.stdout)).toMatchObject({ target: 'shell', ok: true });
    const failed = await doeflowInProcess(['notify', 'test', 'chat'], env);
    expect(failed.exitCode).toBe(7);
    const unknown = await doeflowInProcess(['notify', 'test', 'opps'], env);
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('there are: ops, chat, shell');
  });

  it('that a study names must be there when it is planned', async () => {
    writeFileSync(file, text);
    const env = { DOEFLOW_CONFIG: file, HOME: folder, PATH: process.env['PATH'] ?? '' };
    const study = join(folder, 'study.yaml');
    const write = (notify: string): void =>
      writeFileSync(
        study,
        `name: tiny
variables:
  - {name: x, type: Param, values: [1, 2]}
  - {name: y, type: Output, from: stdout}
job: {analysis: {code: a}, command: 'run \${x}', hardware: {coreType: emerald}}
notify: ${notify}
`,
      );
    write('{to: [ops], on: [paused]}');
    const planned = await doeflowInProcess(['plan', study, '--json'], env);
    expect(JSON.parse(planned.stdout)).toMatchObject({
      notify: [
        { name: 'ops', on: ['paused'] },
        { name: 'chat', on: ['finished', 'paused', 'stuck', 'trouble'] },
      ],
    });
    write('[opps]');
    const refused = await doeflowInProcess(['plan', study], env);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('There is no target "opps"');
    expect(refused.stderr).toContain('there are: ops, chat, shell');
  });
});
