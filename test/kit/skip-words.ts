/** Titles of tests that a machine may lack the parts for: a skip says why. */
import { existsSync } from 'node:fs';

/** Why tests of bash are skipped; undefined where there is one. */
export const whyNoBash = existsSync('/bin/bash') ? undefined : 'there is no /bin/bash here';

/** Why tests of a device that is always full are skipped; undefined where there is one. */
export const whyNoFullDevice = existsSync('/dev/full') ? undefined : 'there is no /dev/full here';

/** Why tests of Linux's own folders are skipped; undefined on Linux. */
export const whyNotLinux =
  process.platform === 'linux' ? undefined : 'this machine does not run Linux';

/** A title with the reason for its skip. */
export function titled(title: string, why: string | undefined): string {
  return why === undefined ? title : `${title} (skipped: ${why})`;
}
