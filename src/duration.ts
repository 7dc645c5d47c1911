const unitMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Whole milliseconds of a text such as `500ms`, `90s`, `1h30m` or `1d`; undefined where it isn't a duration. */
export function parseDurationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/u.test(text.trim())) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/gu)];
  const total = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? NaN),
    0,
  );
  return Number.isFinite(total) ? Math.round(total) : undefined;
}
