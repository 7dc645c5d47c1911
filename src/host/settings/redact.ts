/** What stands in a text where a secret stood. */
const mask = '[redacted]';

/**
 * Gives back the text without the secrets: neither as they are, nor base64, nor percent-encoded.
 * Secrets shorter than 6 characters are left alone: they'd blank ordinary words.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 6) continue;
    const base64 = Buffer.from(secret, 'utf8').toString('base64');
    const forms = new Set([
      secret,
      base64,
      base64.replace(/=+$/, ''),
      Buffer.from(secret, 'utf8').toString('base64url'),
      encodeURIComponent(secret),
    ]);
    for (const form of forms) clean = clean.split(form).join(mask);
  }
  return clean;
}
