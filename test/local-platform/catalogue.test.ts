import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { readCatalogue } from '../../src/local-platform/catalogue/catalogue.ts';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

const field = (name: string, more: object): object => ({ name, valueType: 'text', ...more });
const catalogueOf = (isEnabled: boolean): object => ({
  coreTypes: [{ code: 'workbench', cores: [2], price: 0.5 }],
  analyses: [
    {
      code: 'beam_solver',
      name: 'Beam Solver',
      versions: [{ versionCode: '2.1', allowedCoreTypes: ['workbench'] }],
      supportDesks: [{ code: 'beams', displayName: 'Beam Desk', email: 'Desk@Beams.Example' }],
    },
  ],
  workspace: {
    ...{ owner: 'ann@beams.example', userId: 'u1', companyCode: 'beams', workspaceId: '7' },
    members: ['ben@beams.example'],
    projects: [{ id: 'bridge', name: 'Bridge' }],
    customFields: {
      isEnabled,
      compute: {
        Context: [
          field('Part number', { isRequired: true }),
          field('Mass', { valueType: 'number' }),
          field('Due', { valueType: 'date' }),
          field('Kind', { valueType: 'select', enumOptions: ['static', 'modal'] }),
          field('Open kind', { valueType: 'select', enumOptions: ['a'], allowOther: true }),
          field('Drawings', { valueType: 'file', isMultiple: true }),
          field('Checker', { valueType: 'user' }),
        ],
      },
    },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'doeflow-catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function startWith(isEnabled: boolean): Promise<RunningPlatform> {
  const file = join(folder, `catalogue-${isEnabled}.yaml`);
  writeFileSync(file, stringify(catalogueOf(isEnabled)));
  return new RunningPlatform(['--catalogue', file]).start();
}

const beam = {
  analysis: { code: 'beam_solver', version: '2.1' },
  hardware: { coreType: 'workbench', coresPerSlot: 2 },
  command: 'true',
};

describe('a catalogue of the user’s own', () => {
  let platform: RunningPlatform;
  beforeAll(async () => {
    platform = await startWith(true);
  }, 60_000);
  afterAll(async () => {
    await platform.end();
  }, 60_000);

  it('is what is offered', async () => {
    const coreTypes = await platform.call('GET', '/api/v2/coretypes/');
    expect(coreTypes.json['results']).toMatchObject([{ code: 'workbench', price: 0.5 }]);
    const analyses = await platform.call('GET', '/api/v2/analyses/');
    expect(analyses.json['results']).toMatchObject([{ code: 'beam_solver', name: 'Beam Solver' }]);
    const prices = await platform.call('GET', '/api/v2/billing/computeprices/');
    expect(prices.text).toContain('"workbench"');
    await expect(platform.createJob({ command: 'true' })).rejects.toThrow('400');
  });

  it('says with whom a job may be shared: colleagues and support desks', async () => {
    const id = await platform.createJob(beam);
    const share = (email: string) =>
      platform.call('POST', `/api/v2/jobs/${id}/share/`, { email, message: 'Please look' });
    const withDesk = await share('desk@beams.example');
    expect(withDesk.json).toEqual({
      recipient: 'desk@beams.example',
      supportDesk: { code: 'beams', displayName: 'Beam Desk', email: 'Desk@Beams.Example' },
    });
    expect((await share('ben@beams.example')).json['supportDesk']).toBeNull();
    const stranger = await share('eve@elsewhere.example');
    expect([stranger.status, Object.keys(stranger.json)]).toEqual([400, ['email']]);
    const { json } = await platform.call('GET', '/api/v2/jobs/');
    expect(json['results']).toMatchObject([
      { id, sharedWith: ['desk@beams.example', 'ben@beams.example'] },
    ]);
  });

  it('has custom fields whose required values block a submit and are locked after it', async () => {
    const defined = await platform.call(
      'GET',
      '/api/v2/organizations/beams/workspaces/7/custom-fields/',
    );
    expect(defined.json['isEnabled']).toBe(true);
    expect(defined.json).toHaveProperty('fields.compute.Context.0', {
      ...{ name: 'Part number', valueType: 'text', section: 'Context', originatingWorkspace: '7' },
      ...{ isRequired: true, isMultiple: false, enumOptions: [], allowOther: false },
      ...{ placeholder: '', helpText: '' },
    });
    const id = await platform.createJob(beam);
    const values = `/api/v2/jobs/${id}/custom-fields/`;
    const blocked = await platform.call('POST', `/api/v2/jobs/${id}/submit/`);
    expect([blocked.status, blocked.json]).toEqual([
      400,
      { customFields: { 'Part number': ['This field is required.'] } },
    ]);
    expect((await platform.call('POST', values, { 'Part number': 'A-1' })).status).toBe(200);
    expect((await platform.call('POST', `/api/v2/jobs/${id}/submit/`)).status).toBe(200);
    const locked = await platform.call('POST', values, { 'Part number': 'B-2', Mass: 3 });
    expect([locked.status, Object.keys(locked.json)]).toEqual([400, ['Part number']]);
    expect((await platform.call('POST', values, { Mass: 3 })).status).toBe(200);
    expect((await platform.call('GET', values)).json).toMatchObject({
      'Part number': { value: 'A-1', user: 'ann@beams.example' },
      Mass: { value: 3 },
    });
  });

  it('has custom fields that take values of their type only', async () => {
    const id = await platform.createJob(beam);
    const file = await platform.upload('drawing.svg', '<svg/>');
    const write = (name: string, value: unknown) =>
      platform.call('POST', `/api/v2/jobs/${id}/custom-fields/`, { [name]: value });
    const good: (readonly [string, unknown])[] = [
      ...([
        ['Mass', 2.5],
        ['Due', '2026/11/21'],
        ['Kind', 'modal'],
        ['Open kind', 'z'],
      ] as const),
      ...([
        ['Drawings', [file]],
        ['Checker', 'ben@beams.example'],
        ['Mass', null],
      ] as const),
    ];
    for (const [name, value] of good) expect((await write(name, value)).status).toBe(200);
    const bad: (readonly [string, unknown])[] = [
      ...([
        ['Mass', '2.5'],
        ['Due', '2026/02/30'],
        ['Due', '21.11.2026'],
        ['Kind', 'z'],
      ] as const),
      ...([
        ['Drawings', file],
        ['Drawings', ['none']],
        ['Checker', 'ben'],
        ['None', 1],
      ] as const),
    ];
    for (const [name, value] of bad) {
      const { status, json } = await write(name, value);
      expect([status, Object.keys(json)]).toEqual([400, [name]]);
    }
  });

  it('names the projects that jobs can be found by', async () => {
    const id = await platform.createJob(beam, { projectId: 'bridge' });
    const { json } = await platform.call('GET', '/api/v2/jobs/?q=project:bridge');
    expect(json['results']).toMatchObject([{ id }]);
    const moved = await platform.createJob(beam);
    await platform.call('POST', `/api/v2/organizations/beams/jobs/${moved}/project-assignment/`, {
      projectId: 'bridge',
    });
    const both = await platform.call('GET', '/api/v2/jobs/?q=project:bridge');
    expect(both.json['count']).toBe(2);
  });
});

it('blocks no submit where collection of custom fields is off', async () => {
  const platform = await startWith(false);
  const id = await platform.createJob(beam);
  expect((await platform.call('POST', `/api/v2/jobs/${id}/submit/`)).status).toBe(200);
  await platform.untilStatus(id, 'Completed');
  await platform.end();
});

it.each([
  ['that isn’t there', undefined, /ENOENT/],
  ['that is no YAML', '{', /catalogue\.yaml can't be used: .*line 1/s],
  ['without analyses', 'coreTypes: [{code: a}]', /at analyses/],
  ['with a wrong entry', 'coreTypes: [{code: a, cores: [x]}]\nanalyses: []', /coreTypes\.0\.cores/],
])('refuses a catalogue %s with its place', (_, content, expected) => {
  const file = join(folder, 'catalogue.yaml');
  rmSync(file, { force: true });
  if (content !== undefined) writeFileSync(file, content);
  expect(() => readCatalogue(file)).toThrow(expected);
});
