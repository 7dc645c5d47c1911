/** Options that every call takes. */

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** Rows asked for a page; default 100. */
  readonly pageSize?: number | undefined;
  /** Asks for each page, perhaps more than once; default: once. */
  readonly askPage?: (<T>(ask: () => Promise<T>) => Promise<T>) | undefined;
}

export interface TransferOptions extends CallOptions {
  /** Called as bytes pass, at most some times a second and once at the end. */
  readonly onProgress?: ((bytes: number, totalBytes: number | undefined) => void) | undefined;
}

export interface UploadOptions extends TransferOptions {
  /** File on this machine. */
  readonly path: string;
  /** Name on the platform; default: the path's last part. */
  readonly name?: string | undefined;
  /** See `fileTypes`; not sent when absent. */
  readonly typeId?: number | undefined;
}

export interface DownloadOptions extends TransferOptions {
  /** Flush the file to disk before it gets its name; default true. */
  readonly fsync?: boolean | undefined;
}
