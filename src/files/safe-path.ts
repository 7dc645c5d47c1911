const maxSegmentBytes = 255;
const maxPathBytes = 1024;
/** Bytes of a path that a person's folder is joined to: that of a file as it is kept, below the folders of its study and run. */
export const maxCopyPathBytes = 2 * maxPathBytes;

/**
 * Whether a path given by someone else stays inside the folder it is joined to, on every system: relative, `/` only, no empty, `.` or `..`
 * segment, no control character, no half of a character, no drive, and short enough for a file system.
 * @param longestBytes of the whole path
 */
export function isSafePath(path: string, longestBytes = maxPathBytes): boolean {
  if (/\\|^[A-Za-z]:|\p{Cc}|\p{Cs}/u.test(path) || Buffer.byteLength(path) > longestBytes)
    return false;
  return path
    .split('/')
    .every(
      (part) =>
        part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= maxSegmentBytes,
    );
}

/** Whether a text given by someone else can be the name of a file in a folder, and of nothing outside of it. */
export function isFileName(name: string): boolean {
  return !name.includes('/') && isSafePath(name);
}
