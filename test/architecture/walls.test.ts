import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

// The project's own configuration; the rules that need types are off, as the files aren't there.
const eslint = new ESLint({
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { languageOptions: { parserOptions: { projectService: false } } },
  ] as never,
});

/** What lint says of the walls when `code` stands in the file `path`. */
async function lintWalls(path: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: path });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return messages.filter(({ ruleId }) => ruleId === 'rooms/wall').map(({ message }) => message);
}

describe('a forbidden import fails lint', () => {
  it.each([
    ['src/numbers/a.ts', '../study/index.ts'],
    ['src/design/method/a.ts', '../../store/index.ts'],
    ['src/run/a.ts', '../store/index.ts'],
    ['src/store/a.ts', '../summary/index.ts'],
    ['src/store/deep/er/a.ts', '../../../cli/main.ts'],
    ['src/platform-api/resources/a.ts', '../../study/index.ts'],
    ['src/local-platform/http/endpoints/a.ts', '../../../platform-api/index.ts'],
    ['src/temporal/server/a.ts', '../../host/settings.ts'],
    ['src/host/supervisor/a.ts', '../../../worker/main.ts'],
    ['src/cli/a.ts', '../local-platform/main.ts'],
    ['src/cli/commands/a.ts', '../../../activities/index.ts'],
    ['src/cli/commands/deep/a.ts', '../../../../workflows/study/study-workflow.ts'],
    ['activities/a.ts', '../src/cli/main.ts'],
    ['activities/jobs/a.ts', '../../src/cli/main.ts'],
    ['activities/jobs/a.ts', '../../workflows/messages.ts'],
    ['activities/study/a.ts', '../.././src/run/../local-platform/main.ts'],
    ['workflows/a.ts', '../src/store/index.ts'],
    ['workflows/study/a.ts', '../../src/temporal/connect.ts'],
    ['workflows/study/a.ts', '../../activities/index.ts'],
    ['worker/a.ts', '../workflows/index.ts'],
    ['src/errors.ts', './study/index.ts'],
    ['src/numbers/a.ts', '../environment.ts'],
    ['src/store/a.ts', '../../test/kit/find-test-server.ts'],
  ])('in %s, of %s', async (path, specifier) => {
    expect(await lintWalls(path, `import '${specifier}';`)).toHaveLength(1);
  });

  it.each([
    ['src/analysis/a.ts', 'node:fs'],
    ['src/run/a.ts', 'zod'],
    ['src/expressions/a.ts', 'node:fs'],
    ['src/store/deep/a.ts', 'undici'],
    ['src/platform-api/transport/a.ts', 'mathjs'],
    ['activities/jobs/a.ts', '@temporalio/client'],
    ['workflows/study/a.ts', 'crypto'],
    ['workflows/study/a.ts', '@temporalio/client'],
    ['src/cli/a.ts', 'fastify'],
  ])('in %s, of the package %s', async (path, name) => {
    expect(await lintWalls(path, `import '${name}';`)).toHaveLength(1);
  });

  it.each([
    ["import type { A } from '../../src/cli/main.ts';"],
    ["import { type A } from '../../src/cli/main.ts';"],
    ["export { a } from '../../src/cli/main.ts';"],
    ["export type { A } from '../../src/cli/main.ts';"],
    ["export * from '../../src/cli/main.ts';"],
    ["export const a = () => import('../../src/cli/main.ts');"],
    ["export type A = import('../../src/cli/main.ts').A;"],
    ["export type A = typeof import('../../src/cli/main.ts');"],
    ['export const a = (path: string) => import(path);'],
  ])('in any spelling: %s', async (code) => {
    expect(await lintWalls('activities/jobs/a.ts', code)).toHaveLength(1);
  });
});

describe('lint lets pass', () => {
  it.each([
    ['src/study/a.ts', '../design/index.ts'],
    ['src/study/parts/a.ts', '../../errors.ts'],
    ['src/store/a.ts', './layout.ts'],
    ['src/expressions/a.ts', 'node:module'],
    ['src/extract/a.ts', 'csv-parse/sync'],
    ['src/cli/commands/a.ts', '../../../workflows/messages.ts'],
    ['workflows/study/a.ts', '../../src/temporal/names.ts'],
    ['activities/jobs/a.ts', '../../src/store/index.ts'],
    ['test/store/a.test.ts', '../../src/cli/main.ts'],
    ['bench/a.ts', '../src/local-platform/main.ts'],
  ])('in %s an import of %s', async (path, specifier) => {
    expect(await lintWalls(path, `import '${specifier}';`)).toEqual([]);
  });
});
