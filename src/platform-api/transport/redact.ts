import { redact } from '../../redact.ts';

/** Gives back a text that may be shown: secrets blanked, control characters dropped. */
export type Redact = (text: string) => string;

/** A redactor for this token, for any other one after `Token` or `Bearer`, and for the platform's encryption keys. */
export function createRedact(token: string): Redact {
  return (text) =>
    redact(text, [token])
      .replaceAll(/("?encodedEncryptionKey"?\s*[:=]\s*)"?[^",}\s]*"?/gi, '$1[redacted]')
      .replaceAll(/\b(Token|Bearer)\s+[\w.~+/=-]{8,}/g, '$1 [redacted]')
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** The first 200 characters of a text, redacted before it is cut. */
export function excerpt(text: string, redactText: Redact): string {
  const shown = redactText(text).replaceAll(/\s+/g, ' ').trim();
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
