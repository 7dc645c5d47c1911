import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { homeFiles } from '../../src/host/supervisor/home-files.ts';
import type { LedgerEntry } from './judge-study.ts';

/** Effects that the local platform of a home committed, read from its database; nothing of the home may run any more. */
export function readLedgerFile(home: string): readonly LedgerEntry[] {
  const path = join(homeFiles(home).platformData, 'platform.db');
  const database = new Database(path);
  try {
    return database.prepare('SELECT * FROM ledger ORDER BY seq').all() as LedgerEntry[];
  } finally {
    database.close();
  }
}

/** Says whether a home's platform serves now and has committed any effect. */
export async function hasEffects(home: string): Promise<boolean> {
  const files = homeFiles(home);
  try {
    const { platform } = JSON.parse(readFileSync(files.ports, 'utf8')) as { platform: number };
    const token = readFileSync(files.platformToken, 'utf8').trim();
    const answer = await fetch(`http://127.0.0.1:${platform}/local/ledger/?limit=1`, {
      headers: { Authorization: `Token ${token}` },
    });
    const { entries } = (await answer.json()) as { entries: readonly unknown[] };
    return entries.length > 0;
  } catch (error) {
    // The platform is still being started.
    if (error instanceof Error) return false;
    throw error;
  }
}
