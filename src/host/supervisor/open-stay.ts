import { existsSync } from 'node:fs';
import { homeFaultOf } from './home-fault.ts';
import type { HomeFiles } from './home-files.ts';
import { embeddedNamespace } from './program-specs.ts';
import { Stay } from './stay-while-open.ts';

/** What a stay is opened with. */
export interface StayContext {
  readonly files: Pick<HomeFiles, 'home' | 'lock'>;
  /** The Temporal server's port; undefined until it is chosen. */
  temporalPort(): number | undefined;
  /** Hears what the programs stay for, whenever that has changed; undefined while nobody answers. */
  readonly onOpen: (work: readonly string[] | undefined) => void;
  /** The programs end for another reason. */
  readonly signal: AbortSignal;
}

/** Opens a stay that asks the home's own Temporal server what is open; while that starts, nobody knows, so the programs stay. */
export function openStay({ files, temporalPort, onOpen, signal }: StayContext): Stay {
  let read: (() => Promise<readonly string[]>) | undefined;
  return new Stay({
    async openWork() {
      // Without its folder nothing of it can go on.
      if (!existsSync(files.lock)) return [];
      const port = temporalPort();
      if (port === undefined) throw new Error('The Temporal server is not started yet');
      // Temporal's client takes a quarter of a second to load. A package that was replaced meanwhile is nobody who answers.
      const { openWorkReader } = await import('../../temporal/open-work.ts');
      read ??= openWorkReader({ address: `127.0.0.1:${port}`, namespace: embeddedNamespace });
      const open = await read();
      // What a full disk didn't take isn't listed.
      const fault = open.length === 0 ? homeFaultOf(files.home) : undefined;
      if (fault !== undefined) throw new Error(fault.message);
      return open;
    },
    onOpen,
    signal,
  });
}
