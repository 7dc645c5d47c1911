/** The value that `packedData` made letters of. @throws Error where the browser can't decompress, or the letters aren't whole */
export async function readData<T>(letters: string): Promise<T> {
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text()) as T;
}
