/**
 * The platform's HTTP API: schemas of every resource, a typed client, its errors. Knows jobs, files and clusters; must not know
 * studies, workflows or the command line.
 */
export * from './errors.ts';
export * from './not-served.ts';
export * from './schemas/index.ts';
export type * from './platform-client.ts';
