import type { z } from 'zod';
import { readPages } from './pages.ts';
import type { PagedList, SizedPage } from './pages.ts';
import type { ListOptions } from './call-options.ts';
import { pageOf } from './schemas/index.ts';
import type { Query } from './transport/api-request.ts';
import { callSized } from './transport/call.ts';
import type { Transport } from './transport/transport.ts';

/** What differs between lists. */
export interface ListSpec<S extends z.ZodType> {
  readonly path: string;
  readonly query?: Query;
  readonly item: S;
  readonly keyOf: (item: z.output<S>) => string;
  /** Rows asked for a page unless the caller says otherwise; default 100. */
  readonly pageSize?: number;
  readonly looksLonger?: boolean;
}

/** The rows of a list of the platform, lazily. */
export function listResource<S extends z.ZodType>(
  transport: Transport,
  spec: ListSpec<S>,
  options: ListOptions = {},
): AsyncGenerator<z.output<S>, void, undefined> {
  return readPages(transport, pagedList(transport, spec, options), options.signal);
}

/** A list whose pages can be asked for one by one. */
export function pagedList<S extends z.ZodType>(
  transport: Transport,
  spec: ListSpec<S>,
  options: ListOptions = {},
): PagedList<z.output<S>> {
  const schema = pageOf(spec.item);
  const pageSize = options.pageSize ?? spec.pageSize ?? 100;
  return {
    path: spec.path,
    keyOf: spec.keyOf,
    looksLonger: spec.looksLonger ?? false,
    fetchPage: (page) => {
      const query = { ...spec.query, page, page_size: pageSize };
      const request = { method: 'GET', path: spec.path, query } as const;
      const ask = async (): Promise<SizedPage<z.output<S>>> => {
        const { value, bytes } = await callSized(transport, request, schema, options.signal);
        return { ...value, bytes };
      };
      return options.askPage === undefined ? ask() : options.askPage(ask);
    },
  };
}
