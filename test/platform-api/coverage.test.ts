import { format } from 'prettier';
import { expect, it } from 'vitest';
import { allEndpoints } from '../../src/local-platform/http/endpoints/index.ts';
import { answerRules } from '../contract/answer-rules.ts';
import { endpoints } from './endpoints.ts';

/** An address without the names of its parameters and the last slash, which a path at its end takes in. */
const bare = (path: string) => path.replace(/\/$/, '').replaceAll(/\{\w+\}|:\w+|\*/g, '*');

/** Whether the local platform has the endpoint, and whether also with `--document-only`. */
function servedAs(method: string, path: string): 'always' | 'unless `--document-only`' | 'no' {
  const [, version, rest = ''] = /^\/api(?:\/v(\d))?(\/.*)$/.exec(path) ?? [];
  const found = allEndpoints.find((e) => e.method === method && bare(e.path) === bare(rest));
  if (found === undefined) return 'no';
  const always =
    version === undefined
      ? found.documented.length > 0
      : found.documented.some((documented) => documented === Number(version));
  return always ? 'always' : 'unless `--document-only`';
}

it('every endpoint is spoken, served and tested, as the coverage table says', async () => {
  const rows = endpoints.map(({ method, path, client, source }) => {
    const served = servedAs(method, path);
    const contract = `${method} ${path}` in answerRules || source === 'field';
    return { method, path, client, source, served, contract };
  });
  expect(rows.filter(({ served }) => served === 'no')).toEqual([]);
  expect(rows.filter(({ contract }) => !contract)).toEqual([]);
  expect(
    rows.filter(({ source, served }) => (source === 'document') !== (served === 'always')),
  ).toEqual([]);

  const spoken = new Set(endpoints.map(({ method, path }) => `${method} ${bare(path)}`));
  const byRawCall = allEndpoints
    .filter(({ path }) => !path.startsWith('/local/') && !path.startsWith('/docs'))
    .map(({ method, path }) => ({
      method,
      path: `/api/{version}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    }))
    .filter(({ method, path }) =>
      ['/api/v2', '/api/v3', '/api'].every(
        (root) => !spoken.has(`${method} ${bare(path.replace('/api/{version}', root))}`),
      ),
    );
  const table = [
    '# Coverage of the platform’s interface',
    '',
    '`test/platform-api/coverage.test.ts` generates this page from the table of endpoints (`test/platform-api/endpoints.ts`) and from what the local',
    'platform registers; it fails when a row is missing. Each row is tested twice: what the client sends (`endpoints.test.ts` there), and client',
    'and local platform against each other and against the document’s shapes, with and without `--document-only` (`test/contract`). “Field”: the',
    'document doesn’t describe the endpoint, but real platforms have it.',
    '',
    '| Endpoint | Described by | Client | Served here | Tested |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ method, path, client, source, served }) =>
        `| \`${method} ${path}\` | ${source === 'document' ? 'document' : 'field'} | \`${client}\` | ${served} | client, contract |`,
    ),
    ...['VDI instances', 'user on-boarding', 'project budgets'].map(
      (named) => `| ${named}: named without an endpoint | document | out | out | |`,
    ),
    '',
    'Also served here, for other clients; `doeflow api` can call them: ' +
      byRawCall.map(({ method, path }) => `\`${method} ${path}\``).join(', ') +
      '.',
    '',
    'A path without a version segment means v1. PUT and PATCH of a job work with and without the trailing slash. The client always',
    'sends the slash and a version, except for `POST /api/clusters/{cluster_id}/jobs/`, which has no version.',
    '',
    'What the document names without an endpoint is neither called nor served. Fields and shapes that it doesn’t show are passed on',
    'unchanged. It shows no way to tag a file, so `#tag` finds jobs by their own tags.',
    '',
  ].join('\n');
  await expect(await format(table, { parser: 'markdown' })).toMatchFileSnapshot(
    '../../docs/platform-coverage.md',
  );
});
