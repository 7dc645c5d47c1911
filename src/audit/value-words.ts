/** Letters of a value that are told. */
const mostLetters = 120;

/** A value of a record as it is told: its JSON, cut where it is long. */
export function valueWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= mostLetters ? text : `${text.slice(0, mostLetters)}…`;
}
