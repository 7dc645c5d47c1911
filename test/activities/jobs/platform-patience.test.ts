import { describe, expect, it } from 'vitest';
import { isOutage, PlatformPatience } from '../../../activities/jobs/platform-patience.ts';
import {
  AuthenticationError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TooLargeError,
  UnexpectedShapeError,
  type PlatformFile,
} from '../../../src/platform-api/index.ts';
import type { Trouble } from '../../../src/run/trouble.ts';

const call = { method: 'GET', path: '/api/v2/x/' };
const down = new ConnectionError('refused', call);
const broken = new ServerError('Oops.', call);
const missing = new NotFoundError('Not found.', call);
const refused = new AuthenticationError('Invalid token.', call);
const fileOf = (id: string): PlatformFile => ({ id, name: id }) as PlatformFile;
const [wanted, other] = [fileOf('wanted'), fileOf('other')];

type Answers = readonly (Error | string)[];

/** A call that gives these answers one after another, and the last one for ever; and how often it was made. */
function script(...answers: Answers) {
  let calls = 0;
  const work = (): Promise<string> => {
    const answer = answers[Math.min(calls, answers.length - 1)] ?? '';
    calls += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { work, calls: () => calls };
}

/** Patience with a platform of which other calls give these answers. */
function open(
  ask: { readonly api?: Answers; readonly file?: Answers } = {},
  fileWaitsMs: readonly number[] = [1, 1],
) {
  const ending = new AbortController();
  const api = script(...(ask.api ?? ['rows']));
  const probe = script(...(ask.file ?? ['content']));
  const probed: string[] = [];
  const waits: (Trouble | undefined)[] = [];
  const patience = new PlatformPatience({
    signal: ending.signal,
    onWait: (wait) => waits.push(wait),
    fileWaitsMs,
    ask: {
      api: api.work,
      file: (file) => {
        probed.push(file.id);
        return probe.work();
      },
    },
  });
  const read = (answers: Answers, others: readonly PlatformFile[] = [other]) => {
    const own = script(...answers);
    return patience
      .file(wanted, others, own.work)
      .then((answer) => ({ answer, tries: own.calls() }));
  };
  return { patience, ending, waits, probed, read, asked: api.calls };
}

describe('a call', () => {
  it('is waited for while the platform is down, and says since when and how often', async () => {
    const { patience, waits } = open();
    const { work, calls } = script(down, broken, 'answer');
    const begunMs = performance.now();
    expect(await patience.call(work)).toBe('answer');
    expect(calls()).toBe(3);
    // Half a second, and then twice as long.
    expect(performance.now() - begunMs).toBeGreaterThan(1_400);
    const [first, second] = waits;
    expect(first).toMatchObject({
      waitingFor: 'the platform',
      attempts: 1,
      code: 'API_CONNECTION',
    });
    expect(second).toMatchObject({ attempts: 2, code: 'API_SERVER', since: first?.since });
    expect(waits.slice(2)).toEqual([undefined]);
  });

  it('fails at once for what stays, also where that comes after an outage', async () => {
    const { patience, waits } = open();
    const first = script(missing);
    await expect(patience.call(first.work)).rejects.toBe(missing);
    expect([first.calls(), waits]).toEqual([1, []]);
    const later = script(down, missing);
    await expect(patience.call(later.work)).rejects.toBe(missing);
    expect(later.calls()).toBe(2);
    expect(waits.at(-1)).toBeUndefined();
  });

  it('waits out a used-up budget without a word, for as long as it says', async () => {
    const { patience, waits } = open();
    const { work, calls } = script(new RateLimitError('Slow down', 60, call), 'answer');
    const begunMs = performance.now();
    expect(await patience.throttled(work)).toBe('answer');
    expect(performance.now() - begunMs).toBeGreaterThan(50);
    expect([calls(), waits]).toEqual([2, []]);
  });

  it('leaves a long wait for its turn to the next attempt, and says nothing of a file by it', async () => {
    const { patience, read } = open();
    const far = new RateLimitError('Slow down', 61_000, call);
    await expect(patience.call(script(far).work)).rejects.toBe(far);
    await expect(read([far])).rejects.toBe(far);
    await expect(read([broken, far])).rejects.toBe(far);
  });

  it('ends with its activity in the middle of a wait', async () => {
    const { patience, ending } = open();
    setTimeout(() => ending.abort(), 20);
    const { work, calls } = script(down);
    await expect(patience.call(work)).rejects.toThrow('aborted');
    expect(calls()).toBe(1);
  });
});

describe('a file', () => {
  it('is given, and asked for once', async () => {
    const { read, probed } = open();
    expect(await read(['bytes'])).toEqual({ answer: { content: 'bytes' }, tries: 1 });
    expect(probed).toEqual([]);
  });

  it('is tried again where it fails and others are given, and given up after the last try', async () => {
    const { read, probed } = open();
    expect(await read([broken, 'bytes'])).toMatchObject({ answer: { content: 'bytes' }, tries: 2 });
    expect(probed).toEqual(['other']);
    expect(await read([broken])).toEqual({ answer: { unreadable: broken.message }, tries: 3 });
  });

  it('that the platform says isn’t there is asked for at every try, and given up where the platform works', async () => {
    const { read, probed, asked } = open();
    expect(await read([missing])).toEqual({ answer: { unreadable: missing.message }, tries: 3 });
    // It answers, so anything else tells whether it works; and only before the file is given up.
    expect([probed, asked()]).toEqual([[], 1]);
  });

  it('that is too large is given up at once', async () => {
    const large = new TooLargeError('2 GB', call);
    expect(await open().read([large])).toEqual({ answer: { unreadable: large.message }, tries: 1 });
  });

  it('is no matter of patience where the token is refused, or the program failed', async () => {
    for (const error of [refused, new TypeError('x is undefined')]) {
      await expect(open().read([error])).rejects.toBe(error);
      // Nor is what the look at another file says of that.
      const probing = open({ file: [error] });
      await expect(probing.read([broken])).rejects.toBe(error);
      const asking = open({ api: [error] }, []);
      await expect(asking.read([missing])).rejects.toBe(error);
      expect([probing.waits, asking.waits]).toEqual([[], []]);
    }
  });

  it('is waited for while no other file can be had, and its tries begin anew after that', async () => {
    const { read, waits, probed } = open({ file: [down, 'content'] }, [1]);
    const { answer, tries } = await read([broken, broken, 'bytes']);
    expect([answer, tries]).toEqual([{ content: 'bytes' }, 3]);
    expect(waits).toMatchObject([{ code: 'API_SERVER', attempts: 1 }, undefined]);
    expect(probed.length).toBeGreaterThanOrEqual(2);
  });

  it('is waited for while the platform gives nothing at all, also where its own answer is a plain no', async () => {
    const { read, waits } = open({ api: [down, 'rows'] }, []);
    expect(await read([missing, missing])).toMatchObject({
      ...{ answer: { unreadable: missing.message }, tries: 2 },
    });
    expect(waits).toHaveLength(2);
  });

  it('where there is no other one is judged by what else the platform answers', async () => {
    const { read, probed, asked } = open({}, [1]);
    expect(await read([broken], [])).toMatchObject({ answer: { unreadable: broken.message } });
    expect([probed, asked()]).toEqual([[], 2]);
    // The wanted one proves nothing of itself.
    await read([broken], [wanted]);
    expect([probed, asked()]).toEqual([[], 4]);
  });

  it('believes any answer but an outage of the first four others, each asked once', async () => {
    const six = ['a', 'b', 'b', 'c', 'd', 'e'].map(fileOf);
    const b = six[1] ?? other;
    const { read, probed } = open({ file: [down, down, missing] }, [1]);
    await read([broken, 'bytes'], [b, b, ...six]);
    expect(probed).toEqual(['b', 'a', 'b']);
    const none = open({ file: [down, down, down, down, 'content'] }, [1]);
    await none.read([broken, 'bytes'], ['a', 'b', 'c', 'd', 'e', 'f'].map(fileOf));
    expect(none.probed).toEqual(['a', 'b', 'c', 'd', 'a']);
  });

  it('is judged first by the one that was read last', async () => {
    const { patience, read, probed } = open();
    await patience.file(fileOf('good'), [], () => Promise.resolve('bytes'));
    await read([broken, 'bytes']);
    expect(probed).toEqual(['good']);
  });

  it('needs no proof where another one came meanwhile', async () => {
    const { patience, probed } = open({}, [1]);
    let isFirst = true;
    const answer = await patience.file(wanted, [other], async () => {
      if (!isFirst) return 'bytes';
      isFirst = false;
      await patience.file(fileOf('good'), [], () => Promise.resolve('bytes'));
      throw broken;
    });
    expect([answer, probed]).toEqual([{ content: 'bytes' }, []]);
  });

  it('has the sick platform asked for all of them by one', async () => {
    const { read, waits, probed } = open({ file: [down, down, down, 'content'] }, [1]);
    await Promise.all([read([broken, 'bytes']), read([broken, 'bytes']), read([broken, 'bytes'])]);
    expect(waits).toHaveLength(2);
    // A look of each, and one look more after the wait.
    expect(probed).toHaveLength(4);
  });

  it('is waited for anew at the next outage', async () => {
    const { read, waits } = open({ file: [down, 'content', down, 'content'] }, [1]);
    for (let outages = 1; outages <= 2; outages += 1) {
      expect((await read([broken, 'bytes'])).answer).toEqual({ content: 'bytes' });
      expect(waits).toHaveLength(2 * outages);
    }
  });

  it('is not asked for again once the activity is over', async () => {
    const { read, ending } = open();
    ending.abort();
    await expect(read([missing])).rejects.toThrow('aborted');
  });
});

it('an outage is no answer, a 5xx, or what something in front of the platform says', () => {
  const shape = (transient: boolean): Error =>
    new UnexpectedShapeError('HTML', '', transient, call);
  expect([down, broken, shape(true)].map(isOutage)).toEqual([true, true, true]);
  const others = [shape(false), missing, refused, new Error('odd'), undefined];
  expect(others.map(isOutage)).toEqual(others.map(() => false));
});
