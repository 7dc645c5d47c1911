import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFolderStore } from '../../../src/store/folder/folder-store.ts';
import { runStoreProgram } from './run-store-program.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doeflow-folder-store-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('a folder as an object store', () => {
  it('creates an object once', async () => {
    const store = openFolderStore(root);
    expect(await store.get('a/b.json')).toBeUndefined();
    expect(await store.putIfAbsent('a/b.json', Buffer.from('first'))).toBe(true);
    expect(await store.putIfAbsent('a/b.json', Buffer.from('second'))).toBe(false);
    expect((await store.get('a/b.json'))?.bytes.toString()).toBe('first');
    expect(readdirSync(join(root, 'a'))).toEqual(['b.json']);
  });

  it('changes an object only for a writer that has its newest tag', async () => {
    const store = openFolderStore(root);
    expect(await store.putIfMatch('head', Buffer.from('x'), '1-0')).toBe(false);
    await store.putIfAbsent('head', Buffer.from('A'));
    const first = (await store.get('head'))?.tag ?? '';
    expect(await store.putIfMatch('head', Buffer.from('B'), first)).toBe(true);
    expect(await store.putIfMatch('head', Buffer.from('C'), first)).toBe(false);
    const second = await store.get('head');
    expect(second?.bytes.toString()).toBe('B');
    // Back to the first content: the first tag must not fit again.
    expect(await store.putIfMatch('head', Buffer.from('A'), second?.tag ?? '')).toBe(true);
    expect(await store.putIfMatch('head', Buffer.from('D'), first)).toBe(false);
    expect((await store.get('head'))?.bytes.toString()).toBe('A');
  });

  it('refuses to replace or remove an object that is changed by its tag', async () => {
    const store = openFolderStore(root);
    await store.putIfAbsent('head', Buffer.from('A'));
    await store.putIfMatch('head', Buffer.from('B'), (await store.get('head'))?.tag ?? '');
    await expect(store.write('head', ['C'])).rejects.toThrow(/putIfMatch only/u);
    await expect(store.remove('head')).rejects.toThrow(/putIfMatch only/u);
  });

  it('replaces an object by a stream, or not at all when the stream breaks', async () => {
    const store = openFolderStore(root);
    await store.write('t.csv', ['run\n', Buffer.from('1\n')]);
    const breaking = function* (): Generator<string> {
      yield 'run\n';
      throw new Error('broken');
    };
    await expect(store.write('t.csv', breaking())).rejects.toThrow('broken');
    expect(await text(await store.read('t.csv'))).toBe('run\n1\n');
    expect(readdirSync(root)).toEqual(['t.csv']);
    await store.remove('t.csv');
    await expect(store.read('t.csv')).rejects.toThrow(/ENOENT/u);
  });

  it('lists what lies below a prefix, without files in the making and versions', async () => {
    const store = openFolderStore(root);
    for (const key of ['s/b.json', 's/a.json', 's/d/x', 's/c/x']) {
      await store.putIfAbsent(key, Buffer.from('1'));
    }
    await store.putIfMatch('s/a.json', Buffer.from('2'), (await store.get('s/a.json'))?.tag ?? '');
    writeFileSync(join(root, 's', 'b.json.0123.part'), 'half');
    expect(await store.list('s/')).toEqual({ objects: ['a.json', 'b.json'], folders: ['c', 'd'] });
    expect(await store.list('')).toEqual({ objects: [], folders: ['s'] });
    expect(await store.list('none/')).toEqual({ objects: [], folders: [] });
  });

  it.each(['../out', 'a//b', '', 'a/./b', 'a\\b', 'a.part', 'a\0'])('takes no key %j', (key) => {
    expect(() => openFolderStore(root).get(key)).toThrow(RangeError);
  });
});

describe('several processes on one folder', () => {
  const count = `
    const { openFolderStore } = await import(from('folder/folder-store.js'));
    const [root, times] = process.argv.slice(1);
    const store = openFolderStore(root);
    for (let done = 0; done < Number(times);) {
      const found = await store.get('head');
      const next = String(Number(found.bytes) + 1);
      if (!(await store.putIfMatch('head', Buffer.from(next), found.tag))) continue;
      done += 1;
      console.log(next);
    }`;

  it('never lose a change that putIfMatch confirmed', { timeout: 60_000 }, async () => {
    const store = openFolderStore(root);
    await store.putIfAbsent('head', Buffer.from('0'));
    const ended = await Promise.all([1, 2, 3, 4].map(() => runStoreProgram(count, [root, '25'])));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const confirmed = ended.flatMap(({ lines }) => lines.map(Number)).sort((a, b) => a - b);
    expect(confirmed).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect((await store.get('head'))?.bytes.toString()).toBe('100');
  });

  const claim = `
    const { openFolderStore } = await import(from('folder/folder-store.js'));
    const [root, name] = process.argv.slice(1);
    const store = openFolderStore(root);
    for (let key = 1; key <= 50; key += 1) {
      if (await store.putIfAbsent('claims/' + key, Buffer.from(name))) console.log(key);
    }`;

  it('create each object exactly once', { timeout: 60_000 }, async () => {
    const names = ['a', 'b', 'c', 'd'];
    const ended = await Promise.all(names.map((name) => runStoreProgram(claim, [root, name])));
    const created = ended.flatMap(({ lines }) => lines.map(Number)).sort((a, b) => a - b);
    expect(created).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const store = openFolderStore(root);
    for (const [index, { lines }] of ended.entries()) {
      for (const key of lines) {
        expect((await store.get(`claims/${key}`))?.bytes.toString()).toBe(names[index]);
      }
    }
  });

  /** Changes `head` to B, and is killed before or after the first call of one file operation. */
  const killed = `
    import { promises } from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openFolderStore } = await import(from('folder/folder-store.js'));
    const [root, step, when] = process.argv.slice(1);
    const store = openFolderStore(root);
    const { tag } = await store.get('head');
    const original = promises[step];
    promises[step] = async (...args) => {
      if (when === 'before') process.kill(process.pid, 'SIGKILL');
      const answer = await original(...args);
      process.kill(process.pid, 'SIGKILL');
      return answer;
    };
    syncBuiltinESMExports();
    await store.putIfMatch('head', Buffer.from('B'), tag);`;

  it.each(
    ['mkdir', 'writeFile', 'open', 'link', 'rm'].flatMap((step) =>
      ['before', 'after'].map((when) => ({ step, when })),
    ),
  )('survive a writer that is killed $when its $step', { timeout: 60_000 }, async (at) => {
    const store = openFolderStore(root);
    await store.putIfAbsent('head', Buffer.from('A'));
    const { signal } = await runStoreProgram(killed, [root, at.step, at.when]);
    expect(signal).toBe('SIGKILL');
    const isChanged = at.step === 'rm' || (at.step === 'link' && at.when === 'after');
    const found = await store.get('head');
    expect(found?.bytes.toString()).toBe(isChanged ? 'B' : 'A');
    expect(await store.putIfMatch('head', Buffer.from('C'), found?.tag ?? '')).toBe(true);
    expect((await store.get('head'))?.bytes.toString()).toBe('C');
    expect((await store.list('')).objects).toEqual(['head']);
  });
});
