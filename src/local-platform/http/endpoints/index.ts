/** Every endpoint of the platform; a further one is one entry in its file, a further resource one line here. */
import type { Endpoint } from '../endpoint.ts';
import { accountEndpoints } from './account.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { clusterEndpoints } from './clusters.ts';
import { customFieldEndpoints } from './custom-fields.ts';
import { fileEndpoints } from './files.ts';
import { folderEndpoints } from './folders.ts';
import { jobActionEndpoints } from './job-actions.ts';
import { jobHistoryEndpoints } from './job-histories.ts';
import { jobInstanceEndpoints } from './job-instances.ts';
import { jobOutputEndpoints } from './job-outputs.ts';
import { jobTagEndpoints } from './job-tags.ts';
import { jobEndpoints } from './jobs.ts';
import { liveFileEndpoints } from './live-files.ts';
import { localEndpoints } from './local.ts';
import { storageDeviceEndpoints } from './storage-devices.ts';

export const allEndpoints: readonly Endpoint[] = [
  ...catalogueEndpoints,
  ...jobEndpoints,
  ...jobActionEndpoints,
  ...jobHistoryEndpoints,
  ...jobOutputEndpoints,
  ...jobInstanceEndpoints,
  ...liveFileEndpoints,
  ...jobTagEndpoints,
  ...fileEndpoints,
  ...customFieldEndpoints,
  ...clusterEndpoints,
  ...storageDeviceEndpoints,
  ...folderEndpoints,
  ...accountEndpoints,
  ...localEndpoints,
];
