/**
 * Whether a path given by someone else stays inside the folder it is joined to: relative, `/` only, no empty, `.` or `..` segment, no
 * control character, no drive, and short enough for a file system.
 */
export function isSafePath(path: string): boolean {
  if (path === '' || path.length > 1000 || /\\|^[A-Za-z]:|\p{Cc}/u.test(path)) return false;
  return path
    .split('/')
    .every(
      (part) => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= 255,
    );
}
