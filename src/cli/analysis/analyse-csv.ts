import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StudyError, UsageError } from '../../errors.ts';
import { readUtf8 } from '../../files/index.ts';
import {
  analyseTable,
  readAnalysedTable,
  readPlainTable,
  withPlannedRuns,
} from '../../summary/index.ts';
import { parseTable, readAnalysedStudy } from '../../study-file/index.ts';
import type { StringTable } from '../../study/string-table.ts';
import { PlainColumnsReader, type PlainColumns } from '../../tables/index.ts';
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
  const plain = await readPlainColumns(path);
  const { table, structure, runs, ignored } =
    (plain && readPlainTable(study, plain)) ??
    readAnalysedTable(study, await readStrings(path, shown));
  const whole = withPlannedRuns(study, table, structure.cases ?? 1);
  return {
    study,
    analysis: analyseTable(study, whole, structure),
    standing: { runs },
    notes:
      ignored.length === 0
        ? []
        : [
            `These columns are ignored, because the study file doesn't name them: ${ignored.join(', ')}`,
          ],
  };
}

/** The columns of a table of numbers; undefined for any other file, and where there is none. */
async function readPlainColumns(path: string): Promise<PlainColumns | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const reader = new PlainColumnsReader(found.size);
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    if (!reader.take(chunk as Uint8Array)) return undefined;
  }
  return reader.end();
}

/** @throws StudyError with what is wrong with the CSV */
async function readStrings(path: string, shown: string): Promise<StringTable> {
  const parsed = parseTable(await readText(path, shown), shown);
  if ('table' in parsed) return parsed.table;
  const { place, message, hint } = parsed.issue;
  const at = 'path' in place ? { file: shown, line: 1, column: 1 } : place;
  throw new StudyError('STUDY_TABLE', [{ ...at, message, hint }], shown);
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
