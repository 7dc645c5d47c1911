/** Records with what a published client may meet: fields that nobody documented, fields without a value, dates in other forms. */
import type { Draws } from './draws.ts';

/** What nobody needs for a study: each may be null or missing. */
const decorations: ReadonlySet<string> = new Set([
  ...['owner', 'sharedWith', 'viewInBrowser', 'isUploaded', 'typeId', 'fileChecksums'],
  ...['analysisNames', 'clusterStatusDisplay', 'storage', 'userTags', 'labelClass', 'useLabel'],
  ...['description', 'thumbnail', 'dateUploaded', 'encodedEncryptionKey', 'isOptimal', 'parent'],
  ...['outputFileCount', 'outputFileSize', 'isVisible', 'md5', 'pathParts', 'industries'],
  ...['supportDesks', 'vendorName', 'coreSummary', 'remoteVizConfig', 'sshPort', 'isRelative'],
]);

const dateText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u;

/** The same instant, as the platform has written it over the years. */
const dateForms: readonly [(date: Date) => string, ...((date: Date) => string)[]] = [
  (date) => date.toISOString(),
  (date) => date.toISOString().replace('Z', '+00:00'),
  (date) => date.toISOString().replace(/(\.\d{3})Z$/u, '$1417Z'),
  (date) =>
    new Date(date.getTime() - 7 * 3_600_000).toISOString().replace(/(\.\d{3})Z$/u, '$1000-07:00'),
];

/**
 * A JSON value, every record in it changed by its own draws: what hasn't changed is shown alike however often it is asked for at a place.
 * @param place such as the path of the request
 */
export function oddRecord(value: unknown, place: string, draws: Draws): unknown {
  if (Array.isArray(value)) return value.map((item) => oddRecord(item, place, draws));
  if (typeof value !== 'object' || value === null) return value;
  const own = draws.of(`${place} ${JSON.stringify(value)}`);
  const fields = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (typeof field === 'string' && dateText.test(field)) {
      return [[name, own.oneOf(`date ${name}`, dateForms)(new Date(field))]];
    }
    const shown: [string, unknown] = [name, oddRecord(field, place, draws)];
    if (!decorations.has(name)) return [shown];
    if (own.below(`null ${name}`, 0.15)) return [[name, null]];
    return own.below(`missing ${name}`, 0.15) ? [] : [shown];
  });
  if (!isMap(value) && own.below('unknown field', 0.2)) {
    fields.push(['x_undocumented', { since: '2031', values: [null, 1, 'two'] }]);
  }
  return Object.fromEntries(fields);
}

/** Whether its names are the user's, such as those of custom fields: one more would be one more of theirs. */
function isMap(value: object): boolean {
  return Object.values(value).every((field) => typeof field === 'object' && field !== null);
}
