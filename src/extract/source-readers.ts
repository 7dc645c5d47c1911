/** How each kind of output source is read: one entry per kind, so that a new kind without a reader doesn't compile. */
import { ResultError } from '../errors.ts';
import type { OutputSource } from '../study/study.ts';
import { extractColumn } from './extract-column.ts';
import { lastTabbedLine, onlyKeyLine, valueAtPointer } from './extract-text.ts';
import type { Place } from './read-cut-log.ts';
import { searchText } from './search-text.ts';
import { taggedValueAt } from './tagged-values.ts';

/** The log of a run, as the platform names it. */
export const logName = 'process_output.log';

/** Values that the post-process printed, by name, as the platform reports them. */
export type PrintedValues = ReadonlyMap<string, string>;

/** How one kind of source is read. */
export interface SourceReader<Source extends OutputSource> {
  /** The run's file in which the value stands. */
  file(source: Source): string;
  /**
   * The value as the file's text has it: of JSON whatever stands there, otherwise a string, or a number that a column reduces to.
   * @param variable name of the variable
   * @param wantsNumber the value is to be a number
   * @throws ResultError RESULT_MISSING, RESULT_INVALID or RESULT_AMBIGUOUS
   */
  read(text: string, source: Source, variable: string, wantsNumber: boolean): unknown;
  /** Which value is meant where there are several; default: the only one. */
  place?(source: Source): Place;
  /** The value without the file, where the platform reports what the post-process printed. */
  readPrinted?(printed: PrintedValues, source: Source): string;
}

const sourceReaders: {
  readonly [Kind in OutputSource['kind']]: SourceReader<Extract<OutputSource, { kind: Kind }>>;
} = {
  pointer: {
    file: ({ file }) => file,
    read: (text, { pointer }) => valueAtPointer(text, pointer),
  },
  column: {
    file: ({ file }) => file,
    read: (text, source) => extractColumn(text, source),
  },
  regex: {
    file: ({ file }) => file,
    read: (text, { regex, match }, _variable, wantsNumber) =>
      searchText(text, regex, match, wantsNumber),
    place: ({ match }) => match,
  },
  key: {
    file: ({ file }) => file,
    read: (text, { key }) => onlyKeyLine(text, key),
  },
  value: {
    file: ({ file }) => file,
    read: (text, { value, tag }) => taggedValueAt(text, value, tag),
  },
  postProcess: {
    file: () => logName,
    read: (text, { key }) => lastTabbedLine(text, key),
    place: () => 'last',
    readPrinted(printed, { key }) {
      const value = printed.get(key);
      if (value !== undefined) return value;
      const message = `Expected the post-process to print "${key}<TAB>value", got no such line by what the platform tells of it; the end of the run's log may say why`;
      throw new ResultError('RESULT_MISSING', message);
    },
  },
  stdout: {
    file: () => logName,
    read: (text, { regex, match }, variable, wantsNumber) =>
      regex === undefined
        ? lastTabbedLine(text, variable)
        : searchText(text, regex, match, wantsNumber),
    place: ({ regex, match }) => (regex === undefined ? 'last' : match),
  },
};

/** The reader of a source. */
export function readerOf(source: OutputSource): SourceReader<OutputSource> {
  return sourceReaders[source.kind];
}
