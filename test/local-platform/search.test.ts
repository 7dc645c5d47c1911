import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
beforeAll(async () => {
  platform = await new RunningPlatform().start();
  const ids: Record<string, string> = {};
  for (const [name, code] of [
    ['wing flutter', 'openfoam'],
    ['wing load', 'ngspice'],
    ['bridge load (old)', 'openfoam'],
  ] as const) {
    const analysis = { command: 'true', analysis: { code } };
    ids[name] = await platform.createJob(analysis, { name });
  }
  const wing = `/api/v3/jobs/${ids['wing flutter'] ?? ''}`;
  for (const name of ['Urgent', 'urgent two']) {
    await platform.call('POST', `${wing}/tags/`, { name });
  }
  await platform.call('POST', `${wing}/comments/`, { text: 'Mesh is too coarse' });
  await platform.call('POST', `/api/v2/jobs/${ids['wing load'] ?? ''}/submit/`);
  await platform.untilStatus(ids['wing load'] ?? '', 'Completed');
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

async function namesOf(query: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const search = new URLSearchParams(query).toString();
  const { status, json } = await platform.call('GET', `/api/v2/jobs/?${search}`);
  expect(status).toBe(200);
  return (json['results'] as { name: string }[]).map(({ name }) => name).sort();
}

const [bridge, flutter, load] = ['bridge load (old)', 'wing flutter', 'wing load'];

it.each([
  ['wing', [flutter, load]],
  ['WING load', [load]],
  ['"wing load"', [load]],
  ['"load wing"', []],
  ['wing or bridge', [bridge, flutter, load]],
  ['load not wing', [bridge]],
  ['load AND NOT wing', [bridge]],
  ['not (wing or bridge)', []],
  ['(wing and flutter) OR bridge', [bridge, flutter]],
  ['"(old)"', [bridge]],
  ['openfoam', [bridge, flutter]],
  ['software:OpenFOAM', [bridge, flutter]],
  ['software:openfoam version:11 not bridge', [flutter]],
  ['version:99', []],
  ['owner:engineer@localhost', [bridge, flutter, load]],
  ['owner:somebody@else', []],
  ['#urgent', [flutter]],
  ['#"urgent two"', [flutter]],
  ['#urgen', []],
  ['comment:"too coarse"', [flutter]],
  ['comment:fine', []],
  ['', [bridge, flutter, load]],
  ['wing "or"', []],
  ["'; DROP TABLE jobs; --", []],
  ['%', []],
])('finds the jobs of %s', async (q, expected) => {
  expect(await namesOf({ q })).toEqual(expected);
});

it.each([
  ['brackets', `${'('.repeat(20)}wing${')'.repeat(20)}`, [flutter, load]],
  [
    'nested alternatives',
    `${'wing or ('.repeat(19)}bridge${')'.repeat(19)}`,
    [bridge, flutter, load],
  ],
  ['nested exclusions', `${'not (bridge or ('.repeat(6)}bridge${'))'.repeat(6)}`, []],
  ['words', 'wing '.repeat(300), [flutter, load]],
  ['alternatives', `${'bridge or '.repeat(149)}bridge`, [bridge]],
])('bears many %s', async (_, q, expected) => {
  expect(await namesOf({ q })).toEqual(expected);
});

it.each([
  [{ state: 'completed' }, [load]],
  [{ state: 'not_completed' }, [bridge, flutter]],
  [{ job_status: 'COMPLETED' }, [load]],
  [{ job_status: 'EXECUTING' }, []],
  [{ f: '0' }, [bridge, flutter, load]],
  [{ f: '1' }, [bridge, flutter, load]],
  [{ f: '2' }, []],
  [{ state: 'not_completed', q: 'wing' }, [flutter]],
])('lists the jobs of %o', async (query, expected) => {
  expect(await namesOf(query as Record<string, string>)).toEqual(expected);
});

it('shows the tags in the job', async () => {
  const { json: list } = await platform.call('GET', '/api/v2/jobs/?q=flutter');
  const [{ id } = { id: '' }] = list['results'] as { id: string }[];
  const { json } = await platform.call('GET', `/api/v2/jobs/${id}/`);
  expect(json['userTags']).toEqual([
    { name: 'Urgent', normalizedName: 'urgent' },
    { name: 'urgent two', normalizedName: 'urgent two' },
  ]);
});
