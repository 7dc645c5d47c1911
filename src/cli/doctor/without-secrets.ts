import { redact } from '../../redact.ts';

/** What looks like a secret, whosever it is: keys in addresses, headers and signatures, keys of Amazon, and fields with such a name. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/giu, '$1[redacted]@'],
  [/(\bhttps?:\/\/[^\s"'?]+\?)[^\s"']+/giu, '$1[redacted]'],
  [/(\bhttps?:\/\/[^\s"'/]*(?:hook|slack|discord|office)[^\s"'/]*\/)[^\s"']+/giu, '$1[redacted]'],
  [
    /(\b(?:authorization|x-api-key)["']?\s*[:=]\s*["']?(?:(?:token|bearer|basic)\s+)?)[^\s"',}]+/giu,
    '$1[redacted]',
  ],
  [/(\b(?:bearer|token)\s+)[A-Za-z0-9._~+/=-]{16,}/giu, '$1[redacted]'],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu, '[redacted]'],
  [
    /("[^"]*(?:password|passwd|secret|token|api_?key)[^"]*"\s*:\s*")(?!(?:set|missing|made by itself)")[^"]+/giu,
    '$1[redacted]',
  ],
];

/** A text without the secrets that are known, and without what looks like one. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const known = redact(text, secrets);
  return patterns.reduce((rest, [pattern, by]) => rest.replace(pattern, by), known);
}
