/** What stands in a text where a secret stood. */
const mask = '[redacted]';

/** Shorter secrets are left alone: they would blank ordinary words. */
const shortestSecret = 4;

/** Gives back a text without the secrets: neither as they are, nor in JSON, nor base64, nor percent-encoded. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(spellings)
    .reduce((clean, spelling) => clean.replaceAll(spelling, () => mask), text);
}

function spellings(secret: string): readonly string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    encodeURIComponent(secret),
  ];
}
