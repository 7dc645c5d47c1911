import rangeParser from 'range-parser';

/** The one range of bytes that a `Range` header asks for, both ends included; undefined for the whole file, also where several are asked for. */
export function readRange(
  header: string | undefined,
  size: number,
): rangeParser.Range | 'unsatisfiable' | undefined {
  if (header?.startsWith('bytes=') !== true) return undefined;
  // Asked for more of the end than there is: all of it (RFC 9110, 14.1.2), which the library takes for unsatisfiable.
  const last = Number(/^bytes=-(\d+)$/u.exec(header)?.[1] ?? 0);
  if (size > 0 && last > size) return { start: 0, end: size - 1 };
  const ranges = rangeParser(size, header);
  if (ranges === -1) return 'unsatisfiable';
  return ranges === -2 || ranges.length > 1 ? undefined : ranges[0];
}
