/** Where files of this platform lie, as records of storage tell it: here, unencrypted, and reached by their `downloadUrl` only. */
export const localStorage = {
  id: 'local',
  storageType: 'LocalStorage',
  encryptionType: 'none',
  connectionSettings: { region: 'local' },
} as const;
