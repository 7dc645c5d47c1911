/** The AWS SDK, loaded only where a bucket is used, and one client of it for the objects below a prefix of one bucket. */
import type * as Sdk from '@aws-sdk/client-s3';
import type { Environment } from '../../environment.ts';
import { UsageError } from '../../errors.ts';
import { storageErrorOf } from './s3-errors.ts';

/** Where objects lie in a bucket. */
export interface S3Address {
  readonly bucket: string;
  /** Empty, or ending in `/`. */
  readonly prefix: string;
}

/** A bucket, and how to ask it. */
export interface S3Bucket extends S3Address {
  readonly sdk: typeof Sdk;
  readonly client: Sdk.S3Client;
  /** For a person: `s3://bucket/prefix` with the key behind it, and the server where it isn't Amazon's. */
  where(key?: string): string;
  /** What `request` gives. @throws StorageError that says which object, and never a credential */
  ask<T>(key: string | undefined, request: () => Promise<T>): Promise<T>;
}

/** Tries of one request, with growing waits between, before an error is ours. */
const maxAttempts = 5;
const connectionTimeout = 10_000;
/** A connection on which nothing moves for so long is given up. */
const socketTimeout = 60_000;

const noWarning = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/** Makes the client, without asking the bucket. Endpoint, region and credentials are found as the SDK finds them, `env` before files. */
export async function connectBucket(address: S3Address, env: Environment): Promise<S3Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const endpoint = endpointOf(env);
  const settings: Sdk.S3ClientConfig = {
    maxAttempts,
    requestHandler: { connectionTimeout, socketTimeout },
    followRegionRedirects: true,
    // Whole answers ask for their checksum themselves; a resumed one has none of its own.
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint: endpoint.href, forcePathStyle: true }),
    ...credentialsOf(env),
  };
  const region = env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'];
  const client = await withRegion(region, (given) => makeClient(sdk, { ...settings, ...given }));
  const where = (key = ''): string =>
    `s3://${address.bucket}/${address.prefix}${key}${endpoint === undefined ? '' : ` on ${endpoint.host}`}`;
  return {
    ...address,
    ...{ sdk, client, where },
    async ask(key, request) {
      try {
        return await request();
      } catch (error) {
        throw storageErrorOf(error, where(key));
      }
    },
  };
}

/** The server to speak to; undefined for Amazon's, or where a profile names it. */
function endpointOf(env: Environment): URL | undefined {
  const text = env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL'];
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^https?:$/u.test(url.protocol) &&
    `${url.username}${url.password}` === ''
  )
    return url;
  throw new UsageError(
    'USAGE_DESTINATION',
    'AWS_ENDPOINT_URL_S3 (or AWS_ENDPOINT_URL) is not the address of a server',
    { hint: 'write it as https://HOST or http://HOST:PORT, without a user or password' },
  );
}

function credentialsOf(env: Environment): Pick<Sdk.S3ClientConfig, 'profile' | 'credentials'> {
  const profile = env['AWS_PROFILE'];
  if (profile !== undefined && profile !== '') return { profile };
  const accessKeyId = env['AWS_ACCESS_KEY_ID'] ?? '';
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'] ?? '';
  if (accessKeyId === '' || secretAccessKey === '') return {};
  const sessionToken = env['AWS_SESSION_TOKEN'];
  return {
    credentials: {
      ...{ accessKeyId, secretAccessKey },
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
  };
}

/** Where nobody names a region, Amazon's first one leads to the bucket's own, and other servers mostly don't mind. */
async function withRegion(
  region: string | undefined,
  make: (given: { readonly region?: string }) => Sdk.S3Client,
): Promise<Sdk.S3Client> {
  const client = make(region === undefined ? {} : { region });
  try {
    await client.config.region();
    return client;
  } catch {
    client.destroy();
    return make({ region: 'us-east-1' });
  }
}

/** The SDK says once a process, on standard error, that it will need a newer Node some day: not the business of who reads our output. */
function makeClient(sdk: typeof Sdk, settings: Sdk.S3ClientConfig): Sdk.S3Client {
  const before = process.env[noWarning];
  process.env[noWarning] = 'true';
  try {
    return new sdk.S3Client(settings);
  } finally {
    if (before === undefined) delete process.env[noWarning];
    else process.env[noWarning] = before;
  }
}
