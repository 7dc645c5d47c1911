/**
 * The platform's HTTP API: schemas of every resource, a typed client, its errors. Knows jobs, files and clusters; must not know
 * studies, workflows or the command line.
 */
export * from './errors.ts';
export { isNotServed } from './not-served.ts';
export type { NotServed } from './not-served.ts';
export * from './schemas/index.ts';
export * from './status-words.ts';
export * as jobQuery from './job-query.ts';
export { createPlatformClient } from './create-platform-client.ts';
export type { PlatformClientOptions } from './create-platform-client.ts';
export type { RequestBook } from './transport/request-book.ts';
export type { PlatformLogEvent } from './transport/transport.ts';
export { collect } from './pages.ts';
export { hoursHeld } from './hours-held.ts';
export { runOfFile } from './run-of-file.ts';
export { priceOfCore, readPriceList } from './core-price.ts';
export type { PriceList } from './core-price.ts';
export type * from './call-options.ts';
export type * from './platform-client.ts';
export { parseRawFields } from './raw-fields.ts';
export type { RawAnswer, RawCalls, RawRequest } from './raw-calls.ts';
export { readResourceTable, tableResources } from './resource-table.ts';
export type { ResourceTable, TableOptions, TableResource } from './resource-table.ts';
