/** A stream of text that can be ended, such as a socket. */
interface TextStream {
  readonly destroyed: boolean;
  setEncoding(encoding: 'utf8'): unknown;
  on(event: 'data', listener: (text: string) => void): unknown;
  destroy(): unknown;
}

/**
 * Calls `onLine` with each whole line of a stream until it is destroyed; a last line without its end was cut by a death and is dropped. Who
 * sends a line longer than `longest` characters isn't listened to any further: the stream is destroyed.
 */
export function followLines(
  stream: TextStream,
  longest: number,
  onLine: (line: string) => void,
): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (stream.destroyed) return;
      if (line.length > longest) stream.destroy();
      else onLine(line);
    }
    if (rest.length > longest) stream.destroy();
  });
}
