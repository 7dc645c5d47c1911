import type { PlatformContext } from '../../context.ts';
import { appendStatus, readStatuses } from '../../database/status-history.ts';
import {
  attachStorage,
  findStorage,
  insertStorage,
  pageOfStorage,
  storageOfJob,
  type StorageRow,
} from '../../database/storage-store.ts';
import { presentStorage, storageRegion } from '../../present/present-storage.ts';
import { parseHardware } from '../../validation/parse-hardware.ts';
import { bodyOf } from '../body-of.ts';
import { EndpointAnswer, type Endpoint, type Exchange } from '../endpoint.ts';
import { jobOf } from '../job-of.ts';
import { answerList, answerPage, pageParameters, readPage } from '../page.ts';
import { badRequest, notFound } from '../problem.ts';
import { answerStatuses } from '../status-page.ts';

/** Hours in a year: storage is kept longer than a job may take; clients ask for a month. */
const yearHours = 8760;

/** Fields that every endpoint of storage has in common. */
const ofStorage = { documented: [], scope: 'clusters-usage' } as const;

/**
 * High performance storage as published clients ask for it: devices are kept, started, ended and attached to jobs by their records.
 * No folder comes with them.
 */
export const storageDeviceEndpoints: readonly Endpoint[] = [
  {
    ...{ method: 'GET', path: '/storage-devices/available-regions/', ...ofStorage },
    summary: 'Where storage devices can be, a bare array',
    handle: () => [storageRegion],
  },
  {
    ...{ method: 'GET', path: '/storage-devices/', ...ofStorage },
    summary: 'List storage devices, newest first',
    parameters: pageParameters,
    handle: (exchange) => {
      const { context } = exchange;
      const page = readPage(exchange);
      const { count, rows } = pageOfStorage(context.database, page.offset, page.size);
      const results = rows.map((device) => presentStorage(context, device));
      return answerPage(exchange, page, count, results);
    },
  },
  {
    ...{ method: 'POST', path: '/storage-devices/', ...ofStorage },
    summary: 'Create a storage device; it is not started',
    status: 201,
    handle: createDevice,
  },
  {
    ...{ method: 'GET', path: '/storage-devices/:deviceId/', ...ofStorage },
    summary: 'One storage device',
    handle: (exchange) => presentStorage(exchange.context, deviceOf(exchange)),
  },
  moveEndpoint('submit', 200, 'Start a storage device', {
    from: ['Not Started'],
    through: ['Pending', 'Queued', 'Starting', 'Started'],
  }),
  moveEndpoint('shutdown', 202, 'End a storage device', {
    from: ['Not Started', 'Started'],
    through: ['Stop Requested', 'Stopping', 'Stopped'],
  }),
  {
    ...{ method: 'GET', path: '/storage-devices/:deviceId/statuses/', ...ofStorage },
    summary: "A storage device's statuses, newest first",
    parameters: pageParameters,
    handle: (exchange) => answerStatuses(exchange, `storage:${deviceOf(exchange).id}`),
  },
  {
    ...{ method: 'GET', path: '/jobs/:jobId/storage-devices/', ...ofStorage },
    summary: "A job's storage devices",
    parameters: pageParameters,
    handle: (exchange) => {
      const { context } = exchange;
      const devices = storageOfJob(context.database, jobOf(exchange).id);
      const results = devices.map((device) => ({ storageDevice: presentStorage(context, device) }));
      return answerList(exchange, results);
    },
  },
  {
    ...{ method: 'POST', path: '/jobs/:jobId/storage-devices/', ...ofStorage },
    summary: 'Attach a storage device to a job',
    status: 201,
    handle: attachDevice,
  },
];

/** The device named in the path. @throws Problem 404. */
function deviceOf(exchange: Exchange): StorageRow {
  const device = findStorage(exchange.context.database, exchange.parameter('deviceId'));
  if (device === undefined) throw notFound();
  return device;
}

async function createDevice(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const { database } = context;
  const reader = bodyOf(exchange);
  const name = reader.string('name', { required: true, longest: 255 }) ?? '';
  const storageSize = reader.integer('storageSize', { required: true, least: 1 }) ?? 1;
  const given = reader.object('hardware', { required: true });
  const hardware = parseHardware(given, context.catalogue, exchange.version, yearHours);
  reader.errors.throwIfAny();
  if (hardware === undefined) throw new Error('Checked above');
  const id = context.createId();
  await database.write(() => {
    insertStorage(database, id, { name, storageSize, hardware }, context.now());
    appendStatus(database, `storage:${id}`, 'Not Started', context.now());
  });
  return new EndpointAnswer(201, presentStorage(context, findStorage(database, id) as StorageRow));
}

/** A move through statuses: what lies on this machine needs no time for it. */
function moveEndpoint(
  name: 'submit' | 'shutdown',
  status: number,
  summary: string,
  move: { readonly from: readonly string[]; readonly through: readonly string[] },
): Endpoint {
  return {
    ...{ method: 'POST', path: `/storage-devices/:deviceId/${name}/`, ...ofStorage },
    ...{ summary, status },
    handle: async (exchange) => {
      const { context } = exchange;
      const { id } = deviceOf(exchange);
      await context.database.write(() => {
        const now = statusOf(context, id);
        if (!move.from.includes(now)) {
          throw badRequest({
            detail: `The storage device is ${now}: it can't be told to ${name}.`,
          });
        }
        for (const next of move.through) {
          appendStatus(context.database, `storage:${id}`, next, context.now());
        }
      });
      return new EndpointAnswer(status, {});
    },
  };
}

function statusOf(context: PlatformContext, id: string): string {
  return readStatuses(context.database, `storage:${id}`, 0, 1).rows[0]?.status ?? 'Not Started';
}

async function attachDevice(exchange: Exchange): Promise<EndpointAnswer> {
  const { context } = exchange;
  const job = jobOf(exchange);
  const reader = bodyOf(exchange);
  const named = reader.object('storageDevice', { required: true });
  const id = named?.string('id', { required: true });
  const device = id === undefined ? undefined : findStorage(context.database, id);
  if (id !== undefined && device === undefined) {
    named?.fail('id', `Invalid pk "${id}" - object does not exist.`);
  }
  reader.errors.throwIfAny();
  if (device === undefined) throw notFound();
  await context.database.write(() => attachStorage(context.database, job.id, device.id));
  return new EndpointAnswer(201, { storageDevice: presentStorage(context, device) });
}
