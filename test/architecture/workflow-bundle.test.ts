import { resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';

describe('the bundle of the workflows', () => {
  let code = '';

  beforeAll(async () => {
    const bundle = await bundleWorkflowCode({
      workflowsPath: resolve('workflows/index.ts'),
      workflowInterceptorModules: [resolve('workflows/sealing/interceptors.ts')],
      logger: new DefaultLogger('ERROR'),
      webpackConfigHook: forOurNode,
    });
    code = bundle.code;
  }, 120_000);

  it('stays small, as each cached workflow loads it', () => {
    // The source map inside is three quarters of the file and is not loaded.
    const own = code.slice(0, code.lastIndexOf('//# sourceMappingURL='));
    expect(own.length).toBeGreaterThan(10_000);
    expect(own.length).toBeLessThan(1_150_000);
  });

  it('names the packages it is made of', () => {
    expect(code).toContain('node_modules/@temporalio/workflow/');
  });

  it.each(['zod', 'mathjs', 'undici', 'yaml', 'csv-parse', 'csv-stringify', 'fastify', 'libsql'])(
    'holds nothing of %s',
    (name) => {
      expect(code).not.toContain(`node_modules/${name}/`);
    },
  );

  it('asks for no module of Node', () => {
    expect(code.match(/require\(["']node:[a-z/]+["']\)/gu) ?? []).toEqual([]);
  });
});

type Configure = NonNullable<Parameters<typeof bundleWorkflowCode>[0]['webpackConfigHook']>;

/**
 * Compiles sources for the Node that is supported, as the build does before it bundles them. The SDK compiles for a far older one, where a pattern
 * of character classes becomes 30 kB of ranges, and each private field a call.
 */
const forOurNode: Configure = (config) => {
  const rules = config.module?.rules as readonly { use?: { options?: CompilerOptions } }[];
  const compilers = rules.flatMap(({ use }) => use?.options?.jsc ?? []);
  for (const jsc of compilers) jsc.target = 'es2022';
  expect(compilers).toHaveLength(1);
  return config;
};

interface CompilerOptions {
  readonly jsc?: { target: string };
}
