import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../src/environment.ts';
import { openDestination, type ObjectStore } from '../../src/objects/index.ts';
import { runStoreProgram, type Ended } from './folder/run-store-program.ts';

/** Where the objects of one test are kept. */
export interface Destination {
  readonly url: string;
  readonly env: Environment;
}

/** Bytes enough for a multipart upload of three parts. */
const manyBytes = 36_000_000;
const bound = { timeout: 120_000 };

/** What every object store does, whatever it is made of; `place` gives an empty destination. */
export function describeStoreContract(name: string, place: () => Destination): void {
  describe(name, () => {
    let destination: Destination;
    let store: ObjectStore;
    beforeEach(async () => {
      destination = place();
      store = await openDestination(destination.url, destination.env);
    });
    const run = (program: string, args: readonly string[] = []): Promise<Ended> =>
      runStoreProgram(opening + program, [JSON.stringify(destination), ...args]);

    it('creates an object once', async () => {
      expect(await store.get('a/b.json')).toBeUndefined();
      expect(await store.has('a/b.json')).toBe(false);
      expect(await store.putIfAbsent('a/b.json', Buffer.from('first'))).toBe(true);
      expect(await store.putIfAbsent('a/b.json', Buffer.from('second'))).toBe(false);
      expect((await store.get('a/b.json'))?.bytes.toString()).toBe('first');
      expect(await store.has('a/b.json')).toBe(true);
    });

    it('changes an object only for a writer that has its newest tag', async () => {
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
      await store.putIfAbsent('head', Buffer.from('A'));
      await store.putIfMatch('head', Buffer.from('B'), (await store.get('head'))?.tag ?? '');
      await expect(store.write('head', ['C'])).rejects.toThrow(/putIfMatch only/u);
      await expect(store.remove('head')).rejects.toThrow(/putIfMatch only/u);
      expect((await store.get('head'))?.bytes.toString()).toBe('B');
    });

    it('replaces an object by a stream, or not at all when the stream breaks', async () => {
      await store.write('t.csv', ['run\n', Buffer.from('1\n')]);
      const breaking = function* (pieces: number): Generator<string> {
        for (let piece = 0; piece < pieces; piece += 1) yield 'x'.repeat(4_000_000);
        throw new Error('broken');
      };
      await expect(store.write('t.csv', breaking(1))).rejects.toThrow('broken');
      await expect(store.write('t.csv', breaking(6))).rejects.toThrow('broken');
      expect(await text(await store.read('t.csv'))).toBe('run\n1\n');
      await store.write('t.csv', []);
      expect(await text(await store.read('t.csv'))).toBe('');
      await store.remove('t.csv');
      await store.remove('t.csv');
      await expect(store.read('t.csv')).rejects.toThrow();
      await expect(store.localFile('t.csv')).rejects.toThrow();
      expect(await store.list('')).toEqual({ objects: [], folders: [] });
    });

    it('keeps a large object in one piece', bound, async () => {
      const pieces = Array.from({ length: manyBytes / 1e6 }, (_, at) => Buffer.alloc(1e6, at));
      await store.write('large', pieces);
      expect((await store.get('large'))?.bytes.equals(Buffer.concat(pieces))).toBe(true);
    });

    it('removes all that is below a prefix, and nothing beside it', async () => {
      for (const key of ['s/a', 's/deep/er/b', 's-/c', 'sa', 's/ü +%'])
        await store.write(key, ['1']);
      await store.putIfAbsent('s/head', Buffer.from('A'));
      await store.putIfMatch('s/head', Buffer.from('B'), (await store.get('s/head'))?.tag ?? '');
      await store.removeBelow('s/');
      await store.removeBelow('s/');
      expect(await store.list('')).toEqual({ objects: ['sa'], folders: ['s-'] });
      expect(await store.has('s/head')).toBe(false);
    });

    it('lists what lies directly below a prefix', async () => {
      for (const key of ['s/b.json', 's/a.json', 's/d/x', 's/c/x/y']) {
        await store.putIfAbsent(key, Buffer.from('1'));
      }
      expect(await store.list('s/')).toEqual({
        objects: ['a.json', 'b.json'],
        folders: ['c', 'd'],
      });
      expect(await store.list('')).toEqual({ objects: [], folders: ['s'] });
      expect(await store.list('none/')).toEqual({ objects: [], folders: [] });
    });

    it('keeps odd names as they are', async () => {
      const names = [
        ...['ü +%&?#.txt', '日本 語.csv', 'b=c;d,e:f@g!$~*()\'"<>|^`{}[]', '%2F', 'a%20b', '+'],
        ...['.hidden', '...', ' x ', 'n'.repeat(200), '😀', 'e\u0301', '\u00e9', '\uFB01'],
      ];
      for (const name of names) await store.write(`odd/${name}/${name}`, [name]);
      for (const name of names) {
        expect((await store.get(`odd/${name}/${name}`))?.bytes.toString()).toBe(name);
        expect(await store.list(`odd/${name}/`)).toEqual({ objects: [name], folders: [] });
      }
      expect((await store.list('odd/')).folders).toEqual([...names].sort());
    });

    it.each(['../out', 'a//b', '', 'a/./b', 'a\\b', 'a.part', 'a\0', '/a', 'a/'])(
      'takes no key %j',
      async (key) => {
        await expect(async () => store.get(key)).rejects.toThrow(RangeError);
        await expect(async () => store.write(key, ['x'])).rejects.toThrow(RangeError);
      },
    );

    it('gives local files to read and a folder to work in', async () => {
      await store.write('w/in/a.txt', ['one']);
      const path = await store.localFile('w/in/a.txt');
      expect(readFileSync(path, 'utf8')).toBe('one');
      await store.write('w/in/a.txt', ['two']);
      expect(readFileSync(await store.localFile('w/in/a.txt'), 'utf8')).toBe('two');
      const workspace = await store.workspace('w/');
      expect(readFileSync(join(workspace.directory, 'in', 'a.txt'), 'utf8')).toBe('two');
      writeFileSync(join(workspace.directory, 'out.txt'), 'new');
      await workspace.publish();
      expect((await store.get('w/out.txt'))?.bytes.toString()).toBe('new');
      expect(await store.list('w/')).toEqual({ objects: ['out.txt'], folders: ['in'] });
    });

    it('gives each object to one of 8 writers, and loses no change of theirs', bound, async () => {
      await store.putIfAbsent('head', Buffer.from('0'));
      const writers = Array.from({ length: 8 }, (_, index) => `writer ${index}`);
      const ended = await Promise.all(writers.map((writer) => run(compete, [writer])));
      expect(ended.map(({ code }) => code)).toEqual(writers.map(() => 0));
      const numbersOf = (word: string, { lines }: Ended): number[] =>
        lines.filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1]));
      const allOf = (word: string): number[] =>
        ended.flatMap((one) => numbersOf(word, one)).sort((a, b) => a - b);
      expect(allOf('made')).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
      expect(allOf('counted')).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      expect((await store.get('head'))?.bytes.toString()).toBe('40');
      for (const [index, one] of ended.entries()) {
        for (const key of numbersOf('made', one)) {
          expect((await store.get(`claims/${key}`))?.bytes.toString()).toBe(writers[index]);
        }
      }
    });

    it('shows nothing of a write whose process was killed in its middle', bound, async () => {
      await store.write('kept', ['before']);
      for (const [key, bytes] of [
        ['kept', '3000000'],
        ['kept', '36000000'],
        ['new', '36000000'],
      ] as const) {
        const { signal, lines } = await run(killed, [key, bytes]);
        expect({ signal, lines }).toEqual({ signal: 'SIGKILL', lines: ['in the middle'] });
      }
      expect((await store.get('kept'))?.bytes.toString()).toBe('before');
      expect(await store.has('new')).toBe(false);
      expect(await store.list('')).toMatchObject({ objects: ['kept'], folders: [] });
      await store.write('new', ['after']);
      expect((await store.get('new'))?.bytes.toString()).toBe('after');
    });
  });
}

const opening = `
  const { openDestination } = await import(from('objects/index.js'));
  const [destination, ...args] = process.argv.slice(1);
  const { url, env } = JSON.parse(destination);
  const store = await openDestination(url, env);
`;

/** Makes what isn't made yet, then counts up five times. */
const compete = `
  for (let key = 1; key <= 20; key += 1) {
    if (await store.putIfAbsent('claims/' + key, Buffer.from(args[0]))) console.log('made', key);
  }
  for (let done = 0; done < 5;) {
    const found = await store.get('head');
    const next = String(Number(found.bytes) + 1);
    if (!(await store.putIfMatch('head', Buffer.from(next), found.tag))) continue;
    done += 1;
    console.log('counted', next);
  }`;

/** Writes, and is killed when its source has given all but its last piece. */
const killed = `
  const [key, bytes] = args;
  const pieces = async function* () {
    for (let left = Number(bytes); left > 0; left -= 1e6) yield Buffer.alloc(1e6, 1);
    console.log('in the middle');
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(process.pid, 'SIGKILL');
  };
  await store.write(key, pieces());`;
