/** What is kept of a cluster that the platform refused, and of one that may cost after all. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  isTurnedDown,
  keepRefusal,
  keepStart,
} from '../../../activities/clusters/clusters-made.ts';
import {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnexpectedShapeError,
} from '../../../src/platform-api/index.ts';
import { keepMadeCluster, layout } from '../../../src/store/index.ts';
import { openClusterStage, studyId, type ClusterStage } from './pretended-clusters.ts';

const call = { method: 'POST', path: 'clusters/' };
const at = (status: number) => ({ ...call, status });

describe('a cluster that was asked for', () => {
  it.each([
    new InvalidRequestError('no room', [], at(400)),
    new PermissionError('not you', at(403)),
    new ConflictError('not now', at(409)),
  ])('is turned down by $name: nothing of it costs', (error) => {
    expect(isTurnedDown(error)).toBe(true);
  });

  it.each([
    // A token is mended, and the request is sent again.
    new AuthenticationError('who are you', at(401)),
    new RateLimitError('too fast', 1_000, at(429)),
    new ServerError('down', at(503)),
    new ConnectionError('cut', call),
    // The platform may have done what it was asked for.
    new ConflictError('of two answers', { ...at(409), ambiguous: true }),
    new UnexpectedShapeError('no id', 'id', false, at(201)),
    new UnexpectedShapeError('no id', 'id', false, call),
    Object.assign(new Error('ours'), { status: 400 }),
  ])('may be there and cost after $name', (error) => {
    expect(isTurnedDown(error)).toBe(false);
  });
});

describe('a refusal', () => {
  let stage: ClusterStage;
  const made = (number: number) => stage.folder.find(layout.clusterMade(number));
  const make = (number: number, more: object = {}) =>
    stage.folder.write(layout.clusterMade(number), { name: 'beams', at: `${number}`, ...more });
  const refuse = (which: { number: number } | { clusterId: string }) =>
    keepRefusal(stage.dependencies, studyId, which);
  const start = (clusterId: string) => keepStart(stage.dependencies, { studyId, clusterId });
  beforeEach(async () => {
    stage = await openClusterStage();
  });

  it('is kept of the cluster of that number or id, and of no other', async () => {
    await make(1, { clusterId: 'c1' });
    await make(2, { clusterId: 'c2' });
    await make(3, { clusterId: 'c3' });
    await refuse({ clusterId: 'c2' });
    await refuse({ number: 3 });
    expect(await made(1)).toEqual({ name: 'beams', at: '1', clusterId: 'c1' });
    expect(await made(2)).toEqual({ name: 'beams', at: '2', clusterId: 'c2', refused: true });
    expect(await made(3)).toMatchObject({ clusterId: 'c3', refused: true });
  });

  it('of a cluster whose answer was lost is kept of the last record that has no id', async () => {
    await make(1, { clusterId: 'c1' });
    await make(2);
    await refuse({ clusterId: 'c2' });
    expect(await made(1)).not.toHaveProperty('refused');
    expect(await made(2)).toMatchObject({ refused: true });
  });

  it('of a cluster that no record can be of is kept of none', async () => {
    await refuse({ number: 1 });
    expect(await made(1)).toBeUndefined();
    await make(1);
    await make(2, { clusterId: 'c2' });
    await refuse({ clusterId: 'c9' });
    expect(await made(1)).not.toHaveProperty('refused');
    expect(await made(2)).not.toHaveProperty('refused');
    expect(await made(3)).toBeUndefined();
  });

  it('is taken back by a start, which changes nothing of a cluster that wasn’t refused', async () => {
    await make(1, { clusterId: 'c1', refused: true });
    await start('c1');
    expect(await made(1)).toEqual({ name: 'beams', at: '1', clusterId: 'c1' });
    await start('c1');
    expect(await made(1)).toEqual({ name: 'beams', at: '1', clusterId: 'c1' });
    expect(await made(2)).toBeUndefined();
  });

  it('leaves a start of a cluster whose answer was lost the record without an id', async () => {
    await make(1, { refused: true });
    await start('c1');
    expect(await made(1)).toEqual({ name: 'beams', at: '1', clusterId: 'c1' });
  });

  it('of which nothing is kept: a start keeps the cluster by the name that it was made with', async () => {
    await keepMadeCluster(stage.store, 'c1', { studyId, name: 'beams' });
    await start('c1');
    expect(await made(1)).toEqual({
      ...{ name: 'beams', clusterId: 'c1' },
      at: expect.stringMatching(/^2\d{3}-/u) as string,
    });
    await start('c2');
    expect(await made(2)).toMatchObject({ name: '', clusterId: 'c2' });
  });
});
