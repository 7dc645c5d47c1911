/** A token that was read, or one sentence saying why there is none. */
export type TokenReading = { readonly token: string } | { readonly problem: string };

/**
 * Gives back the token in a text, without surrounding blanks: one word of visible ASCII, which any HTTP header can carry.
 * The problem never repeats the text: it may be most of a real token.
 * @param where for the sentence, such as `DOEFLOW_PLATFORM_TOKEN`
 */
export function parseToken(text: string, where: string): TokenReading {
  const token = text.trim();
  if (token === '') return { problem: `There is no token: ${where} is empty` };
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return {
      problem: `The text in ${where} is not a token: it has blanks, line breaks or special characters`,
    };
  }
  return { token };
}
