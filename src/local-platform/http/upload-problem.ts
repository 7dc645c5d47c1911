import { badRequest, Problem } from './problem.ts';

/** What went wrong with an upload, as the client's mistake (400) where it is one; errors of this machine's disk stay as they are. */
export function asUploadProblem(error: unknown): unknown {
  const { syscall, statusCode, message } = error as {
    syscall?: string;
    statusCode?: number;
    message?: string;
  };
  if (error instanceof Problem || syscall !== undefined) return error;
  if (statusCode === 413) return new Problem(413, { file: [message ?? 'Too large.'] });
  return badRequest({ file: [`The upload can't be read: ${message ?? String(error)}`] });
}
