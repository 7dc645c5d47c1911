import rangeParser from 'range-parser';

/** The one range of bytes that a `Range` header asks for, both ends included; undefined for the whole file, also where several are asked for. */
export function readRange(
  header: string | undefined,
  size: number,
): rangeParser.Range | 'unsatisfiable' | undefined {
  if (header?.startsWith('bytes=') !== true) return undefined;
  const ranges = rangeParser(size, header);
  if (ranges === -1) return 'unsatisfiable';
  return ranges === -2 || ranges.length > 1 ? undefined : ranges[0];
}
