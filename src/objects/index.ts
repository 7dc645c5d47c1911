/** Objects by key, and documents in them: where everything is kept that lasts. Knows nothing of studies. */
export type * from './object-store.ts';
export * from './stored-document.ts';
export { openDocumentFolder, type DocumentFolder } from './document-folder.ts';
export * from './walk-folders.ts';
export { LinkedObjectError } from './linked-object-error.ts';
export type { LastingObjects } from './guard-age.ts';
export { openFolderStore } from './folder/folder-store.ts';
export { bucketAddress } from './bucket-address.ts';
export {
  looseLinkIn,
  normalDestination,
  openDestination,
  openOwnObjects,
  realDestination,
  type DestinationUse,
} from './open-destination.ts';
