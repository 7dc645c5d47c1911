import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RunningPlatform } from './running/running-platform.ts';

vi.setConfig({ testTimeout: 60_000 });

let platform: RunningPlatform;
let file = '';
beforeAll(async () => {
  platform = await new RunningPlatform().start();
  file = await platform.upload('a.txt', 'a');
}, 60_000);
afterAll(async () => {
  await platform.end();
}, 60_000);

type Body = Readonly<Record<string, unknown>>;

const hardware: Body = { coreType: 'emerald', coresPerSlot: 1 };
const analysis: Body = { analysis: { code: 'user_included' }, command: 'true', hardware };
const job: Body = { name: 'a job', jobanalyses: [analysis] };
const withAnalysis = (more: Body): Body => ({ ...job, jobanalyses: [{ ...analysis, ...more }] });
const withHardware = (more: Body): Body => withAnalysis({ hardware: { ...hardware, ...more } });
const bare = (body: Body): Body => ({ coresPerSlot: 1, ...body });

/** Paths of all mistakes in a field map, such as `jobanalyses.0.command`. */
function mistakes(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value === 'string') return [path.join('.')];
  if (Array.isArray(value)) {
    const texts = value.filter((each) => typeof each === 'string');
    if (texts.length > 0) return [path.join('.')];
  }
  return Object.entries(value as object).flatMap(([key, each]) => mistakes(each, [...path, key]));
}

const inHardware = (field: string): string => `jobanalyses.0.hardware.${field}`;

describe('a job', () => {
  it.each<[string, Body, string[]]>([
    ['without a name', { ...job, name: undefined }, ['name']],
    ['without analyses', { ...job, jobanalyses: [] }, ['jobanalyses']],
    ['without a command', withAnalysis({ command: undefined }), ['jobanalyses.0.command']],
    [
      'with several mistakes',
      { ...withAnalysis({ command: {} }), name: '', paramFile: { id: 'nowhere' } },
      ['name', 'jobanalyses.0.command', 'paramFile.id'],
    ],
    ['with an optimizer', { ...job, optimizer: { name: 'best' } }, ['optimizer']],
    ['of an unknown project', { ...job, projectId: 'none' }, ['projectId']],
    ['of an unknown priority', { ...job, billingPriorityValue: 'NOW' }, ['billingPriorityValue']],
    [
      'of unknown software',
      withAnalysis({ analysis: { code: 'no_such' } }),
      ['jobanalyses.0.analysis.code'],
    ],
    [
      'of an unknown version',
      withAnalysis({ analysis: { code: 'openfoam', version: '99' } }),
      ['jobanalyses.0.analysis.version'],
    ],
    ['on an unknown core type', withHardware({ coreType: 'x' }), [inHardware('coreType')]],
    ['on a deprecated core type', withHardware({ coreType: 'amber' }), [inHardware('coreType')]],
    ['without a required walltime', withHardware({ coreType: 'ruby' }), [inHardware('walltime')]],
    ['with a walltime in seconds', withHardware({ walltime: 3600 }), [inHardware('walltime')]],
    ['on cores that aren’t sold', withHardware({ coresPerSlot: 3 }), [inHardware('coresPerSlot')]],
    [
      'of a core type and a core class',
      withHardware({ coreClass: { code: 'general' } }),
      [inHardware('coreType')],
    ],
    [
      'of neither core type nor core class',
      withAnalysis({ hardware: bare({}) }),
      [inHardware('coreType')],
    ],
    [
      'of an unknown core class',
      withAnalysis({ hardware: bare({ coreClass: { code: 'x' } }) }),
      [inHardware('coreClass')],
    ],
    [
      'with an unknown input file',
      withAnalysis({ inputFiles: [{ id: 'nowhere' }] }),
      ['jobanalyses.0.inputFiles.0.id'],
    ],
    [
      'with a licence that the platform doesn’t have',
      withAnalysis({ useRescaleLicense: true }),
      ['jobanalyses.0.useRescaleLicense'],
    ],
    [
      'with two ways of licensing',
      withAnalysis({
        onDemandLicenseSeller: { code: 'seller' },
        userDefinedLicenseSettings: {
          featureSets: [{ name: 'set', features: [{ name: 'solve', count: 1 }] }],
        },
      }),
      ['jobanalyses.0.userDefinedLicenseSettings'],
    ],
    [
      'with half a licence',
      withAnalysis({ userDefinedLicenseSettings: { featureSets: [{ features: [{ count: 0 }] }] } }),
      ['featureSets.0.name', 'featureSets.0.features.0.name', 'featureSets.0.features.0.count'].map(
        (path) => `jobanalyses.0.userDefinedLicenseSettings.${path}`,
      ),
    ],
  ])('%s is refused with the field at fault', async (_, body, fields) => {
    const { status, json } = await platform.call('POST', '/api/v2/jobs/', body);
    expect([status, [...mistakes(json)].sort()]).toEqual([400, [...fields].sort()]);
  });

  it('takes the first core type of a core class', async () => {
    const { json } = await platform.call('POST', '/api/v2/jobs/', {
      ...withAnalysis({ hardware: bare({ coreClass: { code: 'general' } }) }),
    });
    expect(json['jobanalyses']).toMatchObject([
      { hardware: { coreType: 'emerald', coreClass: { code: 'general', acronym: 'GP' } } },
    ]);
  });

  it.each([
    ['v2', 'emerald', { code: 'emerald' }],
    ['v3', { code: 'emerald' }, 'emerald'],
  ])('takes and gives its core type as %s spells it', async (version, spelled, other) => {
    const create = (coreType: unknown) =>
      platform.call('POST', `/api/${version}/jobs/`, withHardware({ coreType }));
    const { json } = await create(spelled);
    expect(json['jobanalyses']).toMatchObject([{ hardware: { coreType: spelled } }]);
    const refused = await create(other);
    expect([refused.status, mistakes(refused.json)]).toEqual([400, [inHardware('coreType')]]);
  });

  it('whose parameter file can’t be used is refused with the line', async () => {
    const cases: [string, RegExp][] = [
      ['', /empty/],
      ['x\n', /no row/],
      ['x,x\n1,2\n', /"x" comes twice/],
      ['x,\n1,2\n', /Column 2/],
      ['x,y\n1,2\n3\n', /line 3/],
    ];
    for (const [content, expected] of cases) {
      const id = await platform.upload('p.csv', content);
      const { status, json } = await platform.call('POST', '/api/v2/jobs/', {
        ...job,
        paramFile: { id },
      });
      expect([status, json]).toEqual([400, { paramFile: [expect.stringMatching(expected)] }]);
    }
  });

  it('whose input file was deleted meanwhile isn’t submitted', async () => {
    const gone = await platform.upload('gone.txt', 'x');
    const id = await platform.createJob({ command: 'true', inputFiles: [{ id: gone }] });
    expect((await platform.call('DELETE', `/api/v2/files/${gone}/`)).status).toBe(204);
    const { status, json } = await platform.call('POST', `/api/v2/jobs/${id}/submit/`);
    expect([status, mistakes(json)]).toEqual([400, ['jobanalyses.0.inputFiles.0']]);
    const read = await platform.call('GET', `/api/v2/jobs/${id}/`);
    expect(read.json['jobanalyses']).toMatchObject([
      { inputFiles: [{ id: gone, isDeleted: true }] },
    ]);
  });
});

describe('a request', () => {
  it('for the list is refused for filters that aren’t there', async () => {
    for (const query of ['job_status=DONE', 'state=open', 'f=3']) {
      const { status, json } = await platform.call('GET', `/api/v2/jobs/?${query}`);
      expect([status, Object.keys(json)]).toEqual([400, [query.split('=')[0]]]);
    }
  });

  it.each([
    ['GET', '/api/v2/jobs/none/', 404],
    ['GET', '/api/v2/jobs/?page=999', 404],
    ['GET', '/api/v2/jobs/?page=x', 404],
    ['PATCH', '/api/v2/coretypes/', 405],
    ['PUT', '/api/v2/jobs/', 405],
    ['DELETE', '/api/v2/analyses/', 405],
    ['GET', '/api/v2/nothing/', 404],
  ])('%s %s is answered %i with a detail', async (method, path, expected) => {
    const { status, json } = await platform.call(method, path);
    expect([status, Object.keys(json)]).toEqual([expected, ['detail']]);
  });

  it('of any other method tells what the path takes', async () => {
    const options = await platform.call('OPTIONS', '/api/v2/jobs/');
    expect([options.status, options.headers.get('allow')]).toEqual([
      200,
      'GET, HEAD, POST, DELETE, OPTIONS',
    ]);
    for (const [path, length] of [
      [`/api/v2/files/${file}/contents/`, '1'],
      [`/api/v2/files/${await platform.upload('empty', '')}/contents/`, '0'],
    ] as const) {
      const head = await platform.call('HEAD', path);
      expect([head.status, head.headers.get('content-length'), head.text]).toEqual([
        ...[200, length, ''],
      ]);
    }
    expect((await platform.call('HEAD', '/api/v2/jobs/')).status).toBe(200);
  });

  it.each(['PUT', 'PATCH'])('%s of a job needs no slash and is not redirected', async (method) => {
    const id = await platform.createJob({ command: 'true' });
    for (const end of ['', '/']) {
      const body = { name: `by ${method}${end}` };
      const { status, json } = await platform.call(method, `/api/v2/jobs/${id}${end}`, body);
      expect([status, json['name']]).toEqual([200, body.name]);
    }
  });

  it('without a version is one of v1', async () => {
    const bareList = await platform.call('GET', '/api/coretypes/');
    const list = await platform.call('GET', '/api/v1/coretypes/');
    expect(bareList.json['results']).toEqual(list.json['results']);
  });

  it('gets as many rows as it asks for, and as many as usual where it says nothing', async () => {
    for (let i = 0; i < 11; i += 1) await platform.createJob({ command: 'true' });
    const sizeOf = async (query: string): Promise<number> => {
      const { json } = await platform.call('GET', `/api/${query}`);
      return (json['results'] as unknown[]).length;
    };
    expect(await sizeOf('v2/jobs/')).toBe(10);
    expect(await sizeOf('v2/jobs/?page_size=0')).toBe(10);
    expect(await sizeOf('v2/jobs/?page_size=11')).toBe(11);
    const capped = await platform.call('GET', '/api/v2/jobs/?page_size=1848&page=1');
    expect(Number(capped.json['count'])).toBeGreaterThan(10);
  });
});
