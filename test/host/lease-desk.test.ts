import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLeaseDesk, type LeaseDesk } from '../../src/host/supervisor/lease-desk.ts';
import type { SupervisorState } from '../../src/host/supervisor/protocol.ts';
import { SupervisorConnection } from '../../src/host/supervisor/supervisor-connection.ts';
import {
  openSupervisorLink,
  type SupervisorLink,
} from '../../src/host/supervisor/supervisor-link.ts';

const ready: SupervisorState = {
  ...{ state: 'ready', supervisorPid: 1, temporalAddress: '127.0.0.1:1', namespace: 'default' },
  ...{ uiUrl: 'http://127.0.0.1:2', platformUrl: 'http://127.0.0.1:3', platformToken: '' },
  ...{ storeDirectory: '/store', programs: [], leases: [] },
};

/** What a client wants that means to work. */
const plain = { platformToken: undefined, looksOnly: false };

let folder: string;
let desk: LeaseDesk;
let emptied: Promise<void>;
let isEmpty: () => boolean;
let links: SupervisorLink[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doeflow-desk-'));
  links = [];
  // The desk's own: a connection of the test before may be closed only now.
  let empty = false;
  let onEmpty: () => void = () => undefined;
  isEmpty = () => empty;
  emptied = new Promise((resolve) => {
    onEmpty = () => {
      empty = true;
      resolve();
    };
  });
  desk = await openLeaseDesk(join(folder, 'desk.sock'), {
    state: () => (empty ? { state: 'ending' } : ready),
    onLease: () => undefined,
    onEmpty,
    onProblem: (problem) => {
      throw new Error(problem);
    },
  });
});

afterEach(() => {
  for (const link of links) link.close();
  desk.shut();
  rmSync(folder, { recursive: true, force: true });
});

/** A client that is connected, and has heard the desk's greeting. */
async function connectClient(): Promise<{
  connection: SupervisorConnection;
  link: SupervisorLink;
}> {
  const connection = new SupervisorConnection(
    () => undefined,
    () => undefined,
  );
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const link = await openSupervisorLink(join(folder, 'desk.sock'), {
    onState: (state) => {
      connection.onState(state);
      greet();
    },
    onClose: () => connection.onClose(),
  });
  if (link === undefined) throw new Error('Nobody serves the desk');
  links.push(link);
  await greeted;
  return { connection, link };
}

it('a client is ready only once its lease is counted: the last other one may be given back until then', async () => {
  const first = await connectClient();
  first.connection.takeLease(first.link, false, plain);
  await first.connection.reaches('ready');
  const second = await connectClient();
  expect(second.connection.state.name).toBe('starting');

  first.connection.giveBack();
  await emptied;
  second.connection.takeLease(second.link, false, plain);
  expect((await second.connection.reaches('ready', 'ending')).name).toBe('ending');
});

it('a client whose lease is counted keeps the desk open when another gives its own back', async () => {
  const first = await connectClient();
  first.connection.takeLease(first.link, false, plain);
  await first.connection.reaches('ready');
  const second = await connectClient();
  second.connection.takeLease(second.link, true, plain);
  await second.connection.reaches('ready');

  first.connection.giveBack();
  await first.connection.reaches('lost');
  expect(isEmpty()).toBe(false);
  expect(desk.leases()).toEqual([{ pid: process.pid, keep: true }]);
});

it('lets the last one go once the programs stay for open work', async () => {
  const { connection, link } = await connectClient();
  connection.takeLease(link, false, plain);
  await connection.reaches('ready');
  connection.giveBack();
  await emptied;
  desk.letGo();
  await expect(connection.reaches('lost')).resolves.toMatchObject({ wasEnding: false });
});
