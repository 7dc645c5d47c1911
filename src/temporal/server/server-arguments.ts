import { searchAttributes } from '../names.ts';
import { temporalTypeName } from './type-name.ts';

/** What decides how our own Temporal server starts. */
export interface ServerOptions {
  /** Absolute path of its SQLite file; never in memory, or every study would die with the process. */
  readonly databasePath: string;
  readonly port: number;
  /** Of its HTTP API, which can't be switched off; it refuses everybody. */
  readonly httpPort: number;
  /** Absent: no user interface. */
  readonly uiPort: number | undefined;
}

/** No browser and no person calls a server by this name: `.invalid` is never given to anybody. */
const nobody = 'http-api-is-off.invalid';

/**
 * Gives back the command line of a Temporal dev server that keeps its state and is quick for one user. Its history queues
 * look for work 20 times a second out of the box, which makes 100 ms of every sequential activity: 2000 brings that to 10.
 * WAL with synchronous=NORMAL loses nothing when the process is killed. All its ports listen on loopback, and its HTTP API answers no
 * Host: else any web page could start workflows by a form that it sends there.
 */
export function serverArguments(options: ServerOptions): readonly string[] {
  const dynamicConfig = [
    'history.transferProcessorMaxPollRPS=2000',
    'history.timerProcessorMaxPollRPS=2000',
    'history.visibilityProcessorMaxPollRPS=2000',
    `frontend.httpAllowedHosts=${JSON.stringify([nobody])}`,
  ];
  return [
    'server',
    'start-dev',
    ...['--ip', '127.0.0.1'],
    ...['--port', String(options.port)],
    ...['--http-port', String(options.httpPort)],
    ...(options.uiPort === undefined ? ['--headless'] : ['--ui-port', String(options.uiPort)]),
    ...['--db-filename', options.databasePath],
    ...['--sqlite-pragma', 'journal_mode=WAL'],
    ...['--sqlite-pragma', 'synchronous=NORMAL'],
    ...['--log-level', 'warn'],
    ...dynamicConfig.flatMap((pair) => ['--dynamic-config-value', pair]),
    ...Object.entries(searchAttributes).flatMap(([name, type]) => [
      '--search-attribute',
      `${name}=${temporalTypeName(type)}`,
    ]),
  ];
}
