/** A recorded study that tests harm, audit and put back. */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { auditStudy, type AuditReport } from '../../src/audit/index.ts';
import { findStudy } from '../../src/cli/studies/find-study.ts';
import { planStoredStudy } from '../../src/cli/studies/open-stored-study.ts';
import type { PlatformClient } from '../../src/platform-api/index.ts';
import type { Damage, Scene } from './damage.ts';
import { recordStudy, studyId, type RecordedStudy } from './recorded-study.ts';
import { clientOf } from './shown-platform.ts';

export interface AuditedScene {
  /** There once the tests run. */
  readonly recorded: () => RecordedStudy;
  /** The folder with all as it was recorded. */
  readonly aside: () => string;
  /** Puts back what differs; done after each test. */
  readonly restore: () => void;
  /** Audits what the damage leaves. @param client makes another platform of what is shown */
  readonly auditAfter: (
    harm: Damage['harm'],
    options?: {
      readonly isDeep?: boolean;
      readonly hasHashes?: boolean;
      readonly analysed?: boolean;
      readonly client?: (platform: PlatformClient) => PlatformClient;
    },
  ) => Promise<AuditReport>;
}

/** Records it before all tests of the file, and removes it after them. */
export function recordScene(): AuditedScene {
  const removals: (() => void)[] = [];
  let recorded: RecordedStudy;
  let aside: string;
  beforeAll(async () => {
    recorded = await recordStudy((remove) => removals.push(remove));
    const { root } = recorded.kept;
    aside = `${root}-aside`;
    removals.push(() => rmSync(aside, { recursive: true, force: true }));
    cpSync(root, aside, { recursive: true });
  });
  const restore = (): void => putBack(aside, recorded.kept.root);
  afterEach(restore);
  afterAll(() => {
    for (const remove of removals) remove();
  });
  return {
    ...{ recorded: () => recorded, aside: () => aside, restore },
    async auditAfter(harm, { isDeep = false, hasHashes = true, analysed = false, client } = {}) {
      const { root, store, folder } = recorded.kept;
      const shown = structuredClone(recorded.shown);
      const scene: Scene = {
        kept: join(root, 'store', 'studies', studyId),
        objects: join(root, 'store', 'objects'),
        copy: join(root, 'results', studyId),
        shown,
      };
      if (!hasHashes) forgetHashes(scene);
      harm(scene);
      const stored = await findStudy(store, studyId);
      const platform = clientOf(shown);
      return auditStudy(
        {
          ...(await planStoredStudy(store, stored)),
          ...{ studyId, folder, ended: true },
          // Statistics of another version aren't made once more.
          engineVersion: analysed ? '0' : '1',
          at: (revision) => planStoredStudy(store, stored, revision),
          resultsDir: stored.snapshot.resultsDir,
        },
        {
          ...{ store, snapshot: stored.snapshot, isDeep },
          platform: client?.(platform) ?? platform,
          signal: new AbortController().signal,
        },
      );
    },
  };
}

/** Puts back what differs: to copy all of it again each time takes far longer. */
function putBack(from: string, to: string): void {
  const namesIn = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wanted = new Set(namesIn(from));
  for (const name of namesIn(to)) {
    if (!wanted.has(name)) rmSync(join(to, name), { recursive: true, force: true });
  }
  for (const name of wanted) {
    const [source, target] = [join(from, name), join(to, name)];
    if (lstatSync(source).isDirectory()) mkdirSync(target, { recursive: true });
    else if (!isSameFile(source, target)) cpSync(source, target, { force: true });
  }
}

function isSameFile(source: string, target: string): boolean {
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (found?.isFile() === true) return readFileSync(source).equals(readFileSync(target));
  if (found !== undefined) rmSync(target, { recursive: true });
  return false;
}

/** As an earlier version ended a study: without hashes of its records. */
function forgetHashes({ kept, copy }: Scene): void {
  rmSync(join(kept, 'records.json'), { force: true });
  for (const place of [kept, copy]) {
    const path = join(place, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, `${JSON.stringify({ ...manifest, records: undefined }, null, 2)}\n`);
  }
}

/** Everything that a report tells. */
export const toldIn = ({ faults, notes }: AuditReport): readonly string[] => [
  ...faults.map(({ kind, subject, message }) => `${kind} ${subject} ${message}`),
  ...notes,
];
