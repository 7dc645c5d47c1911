/** What is written in pieces: text is stored as UTF-8. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Takes all pieces of one object or file; it is there whole once this resolves, and unchanged when it rejects. */
export type ChunkSink = (chunks: Chunks) => Promise<void>;
