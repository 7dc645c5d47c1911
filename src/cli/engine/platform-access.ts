/** What a client of the platform needs beside its address: the limits of the settings, and what others with this store have taken of them. */
import type { RequestLimits } from '../../host/settings/request-settings.ts';
import type { RequestBook } from '../../platform-api/index.ts';
import type { Store } from '../../store/index.ts';

/** How this command's clients reach the platform. */
export interface PlatformAddress {
  readonly baseUrl: string;
  readonly token: string;
  readonly requests?: RequestLimits;
  readonly book?: RequestBook;
}

/**
 * The way to a platform for this command.
 * @param openStore called with the first request that a limit holds for, as most commands need none
 */
export function platformAccess(
  { requests }: { readonly requests: RequestLimits },
  { baseUrl, token }: Pick<PlatformAddress, 'baseUrl' | 'token'>,
  openStore: () => Promise<Store>,
): PlatformAddress {
  let opening: Promise<RequestBook> | undefined;
  const open = async (): Promise<RequestBook> =>
    (await openStore()).requestBook({ baseUrl, token });
  const book: RequestBook = {
    async change(scope, step) {
      opening ??= open();
      // A store that couldn't be opened is tried again.
      opening.catch(() => (opening = undefined));
      return (await opening).change(scope, step);
    },
  };
  return { baseUrl, token, requests, book };
}
