import { redact } from '../../redact.ts';

/** What the names of fields end with whose values are secrets. */
const secretField =
  '(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key(?:[_-]?id)?|secret[_-]?key|private[_-]?key|account[_-]?key|signature|sig|credentials?)';
/** What doctor itself says of such a field. */
const plainValue = '(?:set|not|none|missing|made|undefined|null|true|false)\\b';

/** What looks like a secret, whosever it is: keys in addresses, headers and signatures, tokens with a known beginning, private keys, and fields with such a name. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/gu,
    '[redacted]',
  ],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/giu, '$1[redacted]@'],
  [/(\bhttps?:\/\/[^\s"'?]+\?)[^\s"']+/giu, '$1[redacted]'],
  [/(\bhttps?:\/\/[^\s"'/]*(?:hook|slack|discord|office)[^\s"'/]*\/)[^\s"']+/giu, '$1[redacted]'],
  [
    /(\b(?:authorization|x-api-key)["']?\s*[:=]\s*["']?(?:(?:token|bearer|basic)\s+)?)[^\s"',}]+/giu,
    '$1[redacted]',
  ],
  [/(\b(?:bearer|token)\s+)[A-Za-z0-9._~+/=-]{16,}/giu, '$1[redacted]'],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/gu, '[redacted]'],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|npm_|sk-|xox[abeprs]-)[\w-]{10,}/gu, '[redacted]'],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu, '[redacted]'],
  [
    new RegExp(
      `("[^"]*${secretField}[^"]*"\\s*:\\s*")(?!(?:set|missing|made by itself)")[^"]+`,
      'giu',
    ),
    '$1[redacted]',
  ],
  [
    new RegExp(
      `((?:\\b|_|-)${secretField}["']?\\s*[:=]\\s*["']?)(?!${plainValue})[^\\s"',;&}\\]]+`,
      'giu',
    ),
    '$1[redacted]',
  ],
];

/** A text without the secrets that are known, in upper and lower case too, and without what looks like one. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const spelt = secrets.flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]);
  const known = redact(text, [...new Set(spelt)]);
  return patterns.reduce((rest, [pattern, by]) => rest.replace(pattern, by), known);
}
