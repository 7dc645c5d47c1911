import { afterAll, beforeAll } from 'vitest';
import { startS3Server, type S3Server } from '../../kit/s3-server.ts';
import { describeStoreContract } from '../store-contract.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server?.stop());

let place = 0;
describeStoreContract('a bucket', () => ({
  url: `s3://${server.bucket}/place/${(place += 1)}`,
  env: server.env(),
}));
