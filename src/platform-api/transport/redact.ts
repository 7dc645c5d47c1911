/** Gives back a text that may be shown: secrets blanked, control characters dropped. */
export type Redact = (text: string) => string;

/** A redactor for this token, also in its base64 forms; any `Token …`/`Bearer …` and encryption keys go too. */
export function createRedact(token: string): Redact {
  const base64 = Buffer.from(token).toString('base64');
  const secrets = [
    token,
    base64,
    Buffer.from(token).toString('base64url'),
    encodeURIComponent(token),
  ];
  return (text) => {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, () => '[redacted]');
    return shown
      .replaceAll(/("?encodedEncryptionKey"?\s*[:=]\s*)"?[^",}\s]*"?/gi, '$1[redacted]')
      .replaceAll(/\b(Token|Bearer)\s+[\w.~+/=-]{8,}/g, '$1 [redacted]')
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  };
}

/** The first 200 characters of a text, redacted before it is cut. */
export function excerpt(text: string, redact: Redact): string {
  const shown = redact(text).replaceAll(/\s+/g, ' ').trim();
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown;
}
