import { format } from 'prettier';
import { expect, it } from 'vitest';
import { studyJsonSchema } from '../../src/study-file/json-schema.ts';

// `vitest run test/study-file/json-schema.test.ts -u` rewrites the published file.
it('the published JSON Schema is that of the code', async () => {
  const text = await format(JSON.stringify(studyJsonSchema()), { parser: 'json', printWidth: 100 });
  await expect(text).toMatchFileSnapshot('../../docs/study.schema.json');
});
