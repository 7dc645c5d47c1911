/** The platform's kinds of file that the engine sends. */
export const fileTypes = { input: 1, template: 2, param: 3, script: 4, case: 8 } as const;

/** A content under a name and of a kind. */
export interface UploadKey {
  readonly sha256: string;
  readonly name: string;
  readonly typeId: number;
}
