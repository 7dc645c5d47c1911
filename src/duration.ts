const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** 100 years of 365 days: longer is a slip, and what adds it to a time may leave the range of dates. */
export const longestDuration = { text: '36500d', ms: 36_500 * 86_400_000 } as const;

/** Whole milliseconds of a text such as `500ms`, `90s`, `1h30m` or `1d`; undefined where it isn't a duration, or longer than {@link longestDuration}. */
export function parseDurationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/u.test(text.trim())) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/gu)];
  const total = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? NaN),
    0,
  );
  return total <= longestDuration.ms ? Math.round(total) : undefined;
}
