const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text in an element or a quoted attribute; signs that a terminal or a reader would obey become visible. */
export function escapeHtml(text: string): string {
  return [...text].map((sign) => (isUnseen(sign) ? '\uFFFD' : (signs[sign] ?? sign))).join('');
}

/** Control signs, and those that turn the direction of text. */
function isUnseen(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  const isControl = (code < 0x20 && code !== 9 && code !== 10) || (code >= 0x7f && code < 0xa0);
  return isControl || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}
