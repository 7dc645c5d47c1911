/** Turns whatever reached the top of the program into a report for the reader. */
import { basename, dirname, resolve } from 'node:path';
import { EngineError, StudyError } from '../errors.ts';
import { systemFaultOf } from '../files/system-fault.ts';
import { grpcStatusOf } from './exit-codes.ts';
import type { ErrorReport } from './output/error-report.ts';

/** A report of `error`; findings about a study file come with the lines they are about, where the file can be read. */
export async function describeError(error: unknown): Promise<ErrorReport> {
  if (error instanceof StudyError) {
    return {
      code: error.code,
      message: error.message,
      hint: error.hint,
      issues: error.issues,
      frames: await frameIssues(error),
    };
  }
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, hint: error.hint, stack: error.stack };
  }
  const grpcStatus = grpcStatusOf(error);
  if (grpcStatus !== undefined && error instanceof Error)
    return describeTemporal(error, grpcStatus);
  const fault = systemFaultOf(error);
  if (fault !== undefined && error instanceof Error) {
    const { code, message, remedy: hint } = fault;
    return { code, message, hint, stack: error.stack };
  }
  return {
    code: 'INTERNAL',
    message: wordsOf(error),
    hint: 'This is a bug in doeflow. To see where it happened, repeat the command with --verbose.',
    stack: error instanceof Error ? error.stack : undefined,
  };
}

/** What an error says; of one without words its kind, and where it was thrown. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error) || 'an error without words';
  if (error.message.trim() !== '') return error.message;
  const where = error.stack?.split('\n')[1]?.trim() ?? 'at an unknown place';
  return `${error.name} without words, ${where}`;
}

function describeTemporal(error: Error, grpcStatus: number): ErrorReport {
  const details =
    error.cause instanceof Error && 'details' in error.cause && error.cause.details !== ''
      ? String(error.cause.details)
      : error.message;
  const [code, hint] =
    grpcStatus === 7 || grpcStatus === 16
      ? ['TEMPORAL_DENIED', 'Check the API key or certificate of the Temporal profile.']
      : ['TEMPORAL_UNREACHABLE', 'To see which part does not answer, run doeflow doctor.'];
  return { code, message: `Temporal: ${details}`, hint, stack: error.stack };
}

async function frameIssues(error: StudyError): Promise<string> {
  const { formatStudyIssues } = await import('../study-file/format-study-issues.ts');
  const { maxTextBytes, NamedFiles } = await import('../study-file/named-files.ts');
  const { studyFile } = error;
  if (studyFile === undefined) return formatStudyIssues(error);
  // A study names its files from its own folder, wherever the command is given.
  const named = new NamedFiles(resolve(dirname(studyFile)), {});
  return formatStudyIssues(error, {
    readText: (file) => {
      const name = file === studyFile ? basename(file) : file;
      const text = named.text(name);
      if (typeof text !== 'object') return text;
      // As Windows shows it: what is looked for is the line.
      const bytes = named.text(name, maxTextBytes);
      return typeof bytes === 'string' && !bytes.includes('\0') ? bytes : undefined;
    },
  });
}
