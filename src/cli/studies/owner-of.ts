import { userInfo } from 'node:os';
import type { StudySnapshot } from '../../store/index.ts';

/** Whose study it is, for lists that several people share: the platform's account that is charged, else the name of this user on this machine. */
export function ownerOf(platform: StudySnapshot['platform']): string {
  const account = platform?.kind === 'configured' ? platform.account : undefined;
  return account ?? ownName();
}

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}
