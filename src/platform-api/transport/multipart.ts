/** A multipart/form-data body whose length is known before it is sent. */
export interface Multipart {
  readonly contentType: string;
  /** Bytes of everything: text fields, part headers, file, closing boundary. */
  readonly length: number;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * The bytes around one file part named `file`; text fields come first, since some servers read them while the file streams in.
 * @param boundary text that the file doesn't hold
 * @param fileBytes length of the file
 */
export function frameMultipart(
  boundary: string,
  fields: Readonly<Record<string, string>>,
  fileName: string,
  fileBytes: number,
): Multipart {
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  );
  const before = Buffer.from(
    `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(fileName)}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: before.length + fileBytes + after.length,
    before,
    after,
  };
}

/** As browsers do it. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}
