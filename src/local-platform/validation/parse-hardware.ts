import type { Catalogue } from '../catalogue/catalogue.ts';
import type { HardwareRecord } from '../job-record.ts';
import { type BodyReader, isObject } from './body-reader.ts';

/** Hours beyond which a walltime can only be one that was meant in seconds. */
export const longestWalltimeHours = 336;

/**
 * Hardware of a job or cluster as asked for; mistakes are noted with the reader. `coreType` is a code, in v3 `{code}`: the other spelling is refused.
 * @param longestHours the longest walltime that is taken
 */
export function parseHardware(
  reader: BodyReader | undefined,
  catalogue: Catalogue,
  version: 1 | 2 | 3,
  longestHours = longestWalltimeHours,
): HardwareRecord | undefined {
  if (reader === undefined) return undefined;
  const coresPerSlot = reader.integer('coresPerSlot', { required: true, least: 1 });
  const slots = reader.integer('slots', { least: 1, most: 100_000 }) ?? 1;
  const walltime = reader.integer('walltime', { least: 0, most: longestHours }) || null;
  const type = reader.string('type') ?? 'compute';
  const coreClass = reader.object('coreClass')?.string('code', { required: true });
  const code = coreClass === undefined ? readCoreType(reader, version) : undefined;
  if (reader.has('coreType') && reader.has('coreClass')) {
    reader.fail('coreType', 'Only one of coreType and coreClass can be given.');
    return undefined;
  }
  if (!reader.has('coreType') && !reader.has('coreClass')) {
    reader.fail('coreType', 'This field is required.');
    return undefined;
  }
  const chosen = coreClass === undefined ? code : firstOfClass(reader, coreClass, catalogue);
  const coreType = catalogue.coreTypes.find((c) => c.code === chosen);
  if (chosen === undefined) return undefined;
  if (coreType === undefined) {
    reader.fail('coreType', `Object with code=${chosen} does not exist.`);
    return undefined;
  }
  if (coreType.isDeprecated) {
    reader.fail('coreType', `Core type ${chosen} is deprecated and cannot be used for new jobs.`);
  }
  if (coreType.walltimeRequired && walltime === null) {
    reader.fail('walltime', `A maximum walltime is required for core type ${chosen}.`);
  }
  if (coresPerSlot !== undefined && !coreType.cores.includes(coresPerSlot)) {
    reader.fail(
      'coresPerSlot',
      `${coresPerSlot} is not available for core type ${chosen}. Choose one of ${coreType.cores.join(', ')}.`,
    );
  }
  return {
    coreType: chosen,
    coreClass: coreClass ?? null,
    coresPerSlot: coresPerSlot ?? 1,
    slots,
    type,
    walltime,
  };
}

function readCoreType(reader: BodyReader, version: 1 | 2 | 3): string | undefined {
  if (version !== 3) return reader.string('coreType');
  const given = reader.raw('coreType') ?? {};
  return isObject(given)
    ? reader.object('coreType')?.string('code', { required: true })
    : reader.fail('coreType', 'Invalid data. Expected a dictionary with the code of a core type.');
}

function firstOfClass(
  reader: BodyReader,
  coreClass: string,
  catalogue: Catalogue,
): string | undefined {
  const found = catalogue.coreClasses.find((c) => c.code === coreClass);
  return found === undefined
    ? reader.fail('coreClass', `Object with code=${coreClass} does not exist.`)
    : found.coreTypes[0];
}
