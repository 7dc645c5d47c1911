/** A standing order by its name, whether it can be read or not: one that can't keeps none of the others from being listed. */
import { ResultError } from '../errors.ts';
import type { DocumentFolder, StoredDocument } from '../store/index.ts';
import type { Block } from './output/view.ts';

/** The order, or why it can't be read. */
export type FoundOrder<Order> =
  | { readonly name: string; readonly order: Order; readonly problem?: undefined }
  | { readonly name: string; readonly order?: undefined; readonly problem: string };

/** Undefined where there is none. */
export async function lookForOrder<Order>(
  folder: DocumentFolder,
  name: string,
  document: StoredDocument<Order>,
): Promise<FoundOrder<Order> | undefined> {
  try {
    const order = await folder.find(document);
    return order === undefined ? undefined : { name, order };
  } catch (error) {
    if (!(error instanceof ResultError)) throw error;
    return { name, problem: error.message };
  }
}

/** A line for each that can't be read, with what it keeps from happening and how to be rid of it. */
export function unreadableOrders(
  found: readonly { readonly name: string; readonly problem?: string | undefined }[],
  { what, deletedBy }: { readonly what: string; readonly deletedBy: string },
): readonly Block[] {
  if (found.length === 0) return [];
  const lines = found.map(
    ({ name, problem = '' }) =>
      `${name}: its order can't be read, and ${what}: ${problem}. Delete it: ${deletedBy} ${name}`,
  );
  return [{ kind: 'text', lines }];
}
