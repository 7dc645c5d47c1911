import { expect, it } from 'vitest';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

it('removes nothing from a bucket, and says so before it asks anybody', async () => {
  const env = { DOEFLOW_STORE: 's3://bucket/studies', DOEFLOW_HOME: '/nowhere/home' };
  const end = await doeflowInProcess(['prune', '--older-than', '90d', '--yes'], env);
  expect(end.exitCode).toBe(5);
  expect(end.stderr).toContain('Nothing is removed from a store in a bucket: s3://bucket/studies');
  expect(end.stderr).toContain('--dry-run');
});
