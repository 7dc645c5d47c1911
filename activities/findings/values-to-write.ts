import {
  fileTypes,
  findingTable,
  readValuedFindings,
  type FindingValue,
} from '../../src/store/index.ts';
import type { ActivityRun } from '../as-activity.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { uploadOnce } from '../upload-once.ts';

/** What the study's fields are to say, by name. */
export type FieldValues = Readonly<Record<string, FindingValue>>;

/** The study's findings as fields of the platform: a file is sent once for the whole study, and its field says its id. */
export async function valuesToWrite(
  dependencies: ActivityDependencies,
  studyId: string,
  run: ActivityRun,
): Promise<{
  readonly values: FieldValues;
  readonly files: Readonly<Record<string, string | string[]>>;
}> {
  const findings = await readValuedFindings(dependencies.store.study(studyId));
  const values: Record<string, FindingValue> = {};
  const files: Record<string, string | string[]> = {};
  for (const { name, valueType, value } of findings) {
    if (valueType !== 'file') {
      values[name] = value;
      continue;
    }
    const ids: string[] = [];
    for (const one of [value].flat()) ids.push(await sendTable(dependencies, studyId, one, run));
    const [first = ''] = ids;
    files[name] = Array.isArray(value) ? ids : first;
    values[name] = files[name];
  }
  return { values, files };
}

async function sendTable(
  dependencies: ActivityDependencies,
  studyId: string,
  written: number | string,
  run: ActivityRun,
): Promise<string> {
  const table = findingTable(String(written));
  if (table === undefined) throw new Error(`Expected a table of the results, got ${written}`);
  const { name } = table;
  const { store } = dependencies;
  const folder = store.study(studyId);
  const { sha256 } = await store.putFile(await folder.localFile(table));
  const key = { sha256, name: `${studyId}-${name}`, typeId: fileTypes.input };
  const place = `${studyId}/${name}/${sha256}`;
  const going = sending.get(place) ?? uploadOnce(dependencies, folder, key, run);
  sending.set(place, going);
  try {
    return (await going).fileId;
  } finally {
    sending.delete(place);
  }
}

/** What is being sent: a study's jobs get their fields side by side, and all name the same file. */
const sending = new Map<string, Promise<{ fileId: string }>>();
