const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** @returns seconds of a text such as `90s`, `5m`, `1h30m`; undefined where it isn't one or is zero */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?[smhd])+$/u.test(text.trim())) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([smhd])/gu)) {
    total += Number(amount) * (unitSeconds[unit ?? ''] ?? NaN);
  }
  return Number.isFinite(total) && total > 0 ? total : undefined;
}
