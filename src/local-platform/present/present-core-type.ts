import type { CoreTypeEntry } from '../catalogue/catalogue-entries.ts';

/** A core type in the platform's shape; published clients also choose by its categories, its GPUs and whether it is active. */
export function presentCoreType(
  coreType: CoreTypeEntry,
  documentOnly: boolean,
): Record<string, unknown> {
  const { categoryCodes, gpuCounts, ...documented } = coreType;
  return documentOnly
    ? documented
    : { ...documented, categoryCodes, gpuCounts, isActive: !coreType.isDeprecated };
}
