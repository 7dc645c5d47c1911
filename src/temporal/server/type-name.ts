/** `KEYWORD_LIST` -> `KeywordList`: the spelling of Temporal's command line. */
export function temporalTypeName(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
