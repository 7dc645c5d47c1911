import { StudyError } from '../errors.ts';
import { formatDecimal, parseNumber, printNumber } from '../numbers/index.ts';
import type { Cell } from '../study/study.ts';
export interface Placeholder {
  readonly name: string;
  readonly format?: string;
  readonly line: number;
  readonly column: number;
}
export interface Template {
  readonly placeholders: readonly Placeholder[];
  render(values: Readonly<Record<string, Cell>>): string;
}
export function parseTemplate(text: string, { file }: { file: string }): Template {
  const pattern = /\$\{([A-Za-z_]\w*)(?:\?string\("([^"]*)"\))?\}/g;
  const placeholders = [...text.matchAll(pattern)].map((match) => {
    const before = text.slice(0, match.index).split('\n');
    return {
      name: match[1] ?? '',
      ...(match[2] === undefined ? {} : { format: match[2] }),
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 1,
    };
  });
  return {
    placeholders,
    render: (values) =>
      text.replace(pattern, (whole, name: string, format?: string) => {
        const value = values[name];
        if (value === undefined)
          throw new StudyError('STUDY_TEMPLATE', [
            { file, line: 1, column: 1, message: `Expected a value for ${whole}` },
          ]);
        if (format === undefined) return typeof value === 'number' ? printNumber(value) : value;
        return formatDecimal(
          format,
          typeof value === 'number' ? value : (parseNumber(value) ?? NaN),
        );
      }),
  };
}
