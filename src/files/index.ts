/**
 * Names and contents on this machine's disk: which names are safe, how a file is replaced, who has a folder to itself. It must not know
 * what the files are for: studies, runs and platforms belong to the rooms that use it.
 */
export { gapLine, gapPattern } from './log-gap.ts';
export { takeFileLock, type FileLock } from './file-lock.ts';
export { makeFolder, makeFolderSync } from './make-folder.ts';
export { measureTree, type TreeSize } from './measure-tree.ts';
export { isOwnSocket, listenForOwner, makeOwnFolderSync } from './own-socket.ts';
export { removeTree, removeTreeSync } from './remove-tree.ts';
export { renameDurably } from './rename-durably.ts';
export {
  assertReachable,
  findRunUser,
  letPass,
  letRead,
  makeFolderOf,
  type RunUser,
} from './run-user.ts';
export { isFileName, isSafePath } from './safe-path.ts';
export {
  besidePath,
  createFileAtomic,
  fileSink,
  flushFolders,
  partEnding,
  partPath,
  writeFileAtomic,
  writeFileAtomicSync,
} from './write-file-atomic.ts';
export { giveSecret, secretPipeSettings, takeSecret } from './secret-pipe.ts';
export { entryAt, insideSink, removeInside, writeInside } from './write-inside.ts';
export { hasCopy } from './has-copy.ts';
export { tarGz, type TarEntry } from './tar-file.ts';
export { takeTurn } from './take-turn.ts';
export { namedSink, writeNamedFile } from './write-named-file.ts';
export { describeDiskFault, systemFaultOf, type SystemFault } from './system-fault.ts';
export { type Chunks, type ChunkSink } from './chunks.ts';
export { findConfinedFile, type FileBounds, type FoundFile } from './confined-file.ts';
export { readUtf8, type NotUtf8 } from './utf8-text.ts';
export {
  openRealFile,
  openRealFileSync,
  readBeginning,
  readRealFile,
  streamRealFile,
} from './real-file.ts';
