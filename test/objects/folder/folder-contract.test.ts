import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { describeStoreContract } from '../store-contract.ts';

const root = mkdtempSync(join(tmpdir(), 'doeflow-folder-contract-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let place = 0;
describeStoreContract('a folder', () => ({ url: join(root, String((place += 1))), env: {} }));
