import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StudyError, UsageError } from '../../errors.ts';
import { readUtf8 } from '../../files/index.ts';
import { analyseTable, readAnalysedTable } from '../../summary/index.ts';
import { parseTable, readAnalysedStudy } from '../../study-file/index.ts';
import type { AnalysedResults } from './analysed-study.ts';

/**
 * The results in a CSV, by the study file that says what its columns are.
 * @param path absolute
 * @param shown the path as it was given, for findings
 * @param studyFile default: `study.yaml` beside the CSV
 * @throws UsageError without a CSV or study file; StudyError with all findings about either
 */
export async function analyseCsv(
  path: string,
  shown: string,
  studyFile: string | undefined,
): Promise<AnalysedResults> {
  const beside = join(dirname(path), 'study.yaml');
  if (studyFile === undefined && !existsSync(beside)) {
    throw new UsageError(
      'USAGE_ARGUMENTS',
      `${shown} needs a study file that says what its columns are; there is no study.yaml beside it`,
      {
        hint: `doeflow analyze ${shown} --study STUDY-FILE`,
      },
    );
  }
  const study = await readAnalysedStudy(studyFile ?? beside);
  const parsed = parseTable(await readText(path, shown), shown);
  if ('issue' in parsed) {
    const { place, message, hint } = parsed.issue;
    const at = 'path' in place ? { file: shown, line: 1, column: 1 } : place;
    throw new StudyError('STUDY_TABLE', [{ ...at, message, hint }], shown);
  }
  const { table, structure, runs, ignored } = readAnalysedTable(study, parsed.table);
  return {
    study,
    analysis: analyseTable(study, table, structure),
    standing: { runs },
    notes:
      ignored.length === 0
        ? []
        : [
            `These columns are ignored, because the study file doesn't name them: ${ignored.join(', ')}`,
          ],
  };
}

/** @throws StudyError where it isn't UTF-8 */
async function readText(path: string, shown: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new UsageError('USAGE_FILE', `Can't read the CSV file ${shown}`, {
      exitCode: 6,
      hint: 'Check the path and its permissions',
      cause: error,
    });
  });
  const text = readUtf8(bytes, shown);
  if (typeof text === 'string') return text;
  throw new StudyError('STUDY_TABLE', [{ file: shown, ...text }], shown);
}
