/** Which versions of a job or a study are to be read. */
import type { Audit } from './audit.ts';
import { versionsOf } from './destination-layout.ts';

/**
 * Versions below `prefix` that were finished, and those that must be. What else lies there is told.
 * @param seal the file that a finished version has
 */
export async function versionsBelow(
  audit: Audit,
  prefix: string,
  seal: string,
  needed: readonly number[] = [],
): Promise<readonly number[]> {
  const { objects: names, folders } = await audit.list(prefix);
  const versions = versionsOf(folders);
  for (const name of [...names, ...folders.filter((each) => versionsOf([each]).length === 0)]) {
    audit.tell({ kind: 'added', path: `${prefix}${name}`, found: 'something beside the versions' });
  }
  const newest = Math.max(0, ...needed, ...versions);
  const toRead: number[] = [];
  for (const version of versions) {
    const path = `${prefix}v${version}/${seal}`;
    if (needed.includes(version) || (await audit.objects.has(path))) toRead.push(version);
    else if (version === newest) {
      audit.note(`${prefix}v${version} was never finished: the next pass goes on with it`);
    } else {
      const expected = 'the file that is written last: only the newest version may be unfinished';
      audit.tell({ kind: 'missing', path, expected });
    }
  }
  for (const version of needed.filter((one) => !versions.includes(one))) {
    audit.lost(`${prefix}v${version}/`, 'the version that the record names');
  }
  return toRead;
}
