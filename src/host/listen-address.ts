/** Where a worker listens for those who look after it. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const form = /^(?:(?<host>[\w.-]+|\[[0-9a-f:.]+\]):)?(?<port>\d{1,5})$/iu;

/** Reads `9464` (this machine alone), `0.0.0.0:9464` or `[::1]:9464`; undefined for anything else. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const { host = '127.0.0.1', port = '' } = form.exec(text)?.groups ?? {};
  const number = Number(port);
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined;
}

/** As it is written: `[::1]:9464`. */
export function writeListenAddress({ host, port }: ListenAddress): string {
  return `${host}:${port}`;
}
