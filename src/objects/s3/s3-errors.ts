/**
 * What an error of the SDK means. Only its code, status and request id are told on: its message and fields may hold parts of the credentials,
 * so that it is no cause of ours either.
 */
import { StorageError } from '../../errors.ts';

/** The parts of an SDK error that are looked at. */
interface Answer {
  readonly name: string;
  readonly code?: unknown;
  readonly $metadata?: {
    readonly httpStatusCode?: number;
    readonly requestId?: string;
    readonly attempts?: number;
  };
}

const missing = new Set(['NoSuchKey', 'NotFound']);
const refusing = new Set([
  ...['CredentialsProviderError', 'ExpiredToken', 'ExpiredTokenException', 'InvalidToken'],
  ...['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'AllAccessDisabled'],
  ...['TokenRefreshRequired', 'AuthorizationHeaderMalformed', 'TokenProviderError'],
]);
const passing = new Set([
  ...['TimeoutError', 'RequestTimeout', 'SlowDown', 'InternalError', 'OperationAborted'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'],
  ...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
]);
const damaging = new Set(['BadDigest', 'InvalidDigest', 'XAmzContentChecksumMismatch']);

/** Whether the answer is that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && missing.has(codeOf(error));
}

/** Whether a condition of a request didn't hold. */
export function isConditionFailed(error: unknown): boolean {
  return error instanceof Error && metadataOf(error)?.httpStatusCode === 412;
}

/** Whether another writer was at the object in the same moment; asking again says who was first. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && metadataOf(error)?.httpStatusCode === 409;
}

/** Whether a request was sent more than once, so that an earlier answer may have been lost. */
export function wasRepeated(error: unknown): boolean {
  return error instanceof Error && (metadataOf(error)?.attempts ?? 1) > 1;
}

/** The error of ours for one of the SDK; what isn't of the SDK is given back as it is. */
export function storageErrorOf(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error;
  const code = codeOf(error);
  const status = metadataOf(error)?.httpStatusCode;
  if (code === 'NoSuchBucket') {
    return new StorageError('STORAGE_REFUSED', `There is no such bucket: ${where}`, {
      hint: 'make the bucket, or name another',
    });
  }
  if (missing.has(code)) return new StorageError('STORAGE_MISSING', `${where} isn't there`);
  if (/^Checksum mismatch/u.test(error.message) || damaging.has(code)) {
    return new StorageError('STORAGE_DAMAGED', `${where} arrived with a wrong checksum`, {
      hint: 'try again; if it stays, what is stored is damaged',
    });
  }
  if (refusing.has(code) || status === 401 || status === 403) {
    return new StorageError('STORAGE_REFUSED', `${where} may not be used: ${answerOf(error)}`, {
      hint: 'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that AWS_PROFILE names, where this program runs (a worker reads them when it starts), and what their owner may do',
    });
  }
  if (status === 412) {
    return new StorageError('STORAGE_FAULT', `${where} was replaced while it was read`, {
      hint: 'read it again',
    });
  }
  if (doesPass(error, code, status)) {
    return new StorageError('STORAGE_UNREACHABLE', `${where} doesn't answer: ${answerOf(error)}`, {
      hint: 'check that the storage is up and that this machine reaches it; for another server than Amazon’s, AWS_ENDPOINT_URL_S3 names it',
    });
  }
  if (metadataOf(error) === undefined) return error;
  return new StorageError('STORAGE_FAULT', `${where} can't be used: ${answerOf(error)}`, {
    hint: 'look the code up in the documentation of the storage',
  });
}

function doesPass(error: Error, code: string, status: number | undefined): boolean {
  if (passing.has(code) || status === 408 || status === 429) return true;
  return (
    (status !== undefined && status >= 500 && status !== 501) ||
    error.message.startsWith('Connection lost')
  );
}

function answerOf(error: Error): string {
  const { httpStatusCode, requestId } = metadataOf(error) ?? {};
  const told = [httpStatusCode, codeOf(error)].filter((part) => part !== undefined).join(' ');
  return requestId === undefined ? told : `${told} (request ${requestId})`;
}

/** S3's code is an error's name; that of the operating system its `code`. */
function codeOf(error: Error): string {
  const { code } = error as Answer;
  return error.name === 'Error' && typeof code === 'string' ? code : error.name;
}

function metadataOf(error: Error): Answer['$metadata'] {
  return (error as Answer).$metadata;
}
