import { existsSync } from 'node:fs';
import { isInBucket } from '../../host/settings/store-place.ts';
import { openStore, type Store } from '../../store/index.ts';
import type { CommandContext } from '../context.ts';
import { readSettings } from './read-settings.ts';

/** The store of this command's settings: every verb opens it here. @throws StorageError when it is in a bucket that can't be used */
export function openOwnStore(context: CommandContext): Promise<Store> {
  return openStore(readSettings(context).store, context.env);
}

/** The same for what only looks: undefined where there is no folder yet, which isn't made for it. */
export async function openOwnStoreIfMade(context: CommandContext): Promise<Store | undefined> {
  const { store } = readSettings(context);
  return isInBucket(store) || existsSync(store) ? openOwnStore(context) : undefined;
}
