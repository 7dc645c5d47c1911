import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeStudyCrate } from '../../../src/archive/index.ts';
import { openFolderStore } from '../../../src/objects/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { archiveJob, claimedDestination, temporaryFolder } from '../../archive/archive-kit.ts';
import { endStudy } from '../../archive/ended-study.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

const studyId = 'beam-20260101-000000';

/** An archive whose store is gone: what is read can only come from the archive. */
async function archived() {
  const home = await temporaryFolder();
  const root = await temporaryFolder();
  const destination = await claimedDestination(openFolderStore(root), {
    engineId: 'e',
    platform: { kind: 'local', key: 'k', home },
  });
  await archiveJob(destination, 'KqCXp', { 'outputs/run1/process_output.log': 'one\ntwo\n' });
  const store = await openStore(join(home, 'store'));
  await endStudy(store, 'studies/cantilever-beam', studyId);
  const results = await readFile(join(home, 'store/studies', studyId, 'results.csv'), 'utf8');
  const summary = await readFile(join(home, 'store/studies', studyId, 'summary.json'), 'utf8');
  await writeStudyCrate(destination, store, studyId, {
    passTime: '2026-01-02T03:00:00.000Z',
    jobs: [{ jobId: 'KqCXp', version: 1 }],
  });
  await rm(join(home, 'store'), { recursive: true });
  const doeflow = (...args: string[]) => doeflowInProcess(args, { DOEFLOW_HOME: home });
  return { root, home, doeflow, results, summary };
}

it('shows results, statistics and logs of an archived study in place', async () => {
  const { root, home, doeflow, results, summary } = await archived();
  const table = await doeflow('results', 'cantilever-beam', '--archive', root, '--format', 'csv');
  expect(table).toMatchObject({ exitCode: 0, stdout: results });

  const copy = await doeflow('results', studyId, '--archive', root, '--to', join(home, 'copy'));
  expect(copy).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(home, 'copy', studyId, 'results.csv'), 'utf8')).toBe(results);

  const file = join(home, 'again.json');
  const analysed = await doeflow('analyze', studyId, '--archive', root, '--to', file);
  expect(analysed).toMatchObject({ exitCode: 0 });
  const recorded = summary.replace(/,\s*"(?:readBackFromJobs|withdrawn)": \d+/gu, '');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(recorded));

  // Of a failed run the engine kept the log; that of another is in the bag of its job.
  expect(await doeflow('logs', `${studyId}/2`, '--archive', root)).toMatchObject({
    stdout: 'out of memory\n',
  });
  expect(await doeflow('logs', `${studyId}/1`, '--archive', root, '--tail', '1')).toMatchObject({
    stdout: 'two\n',
  });
  expect(await doeflow('logs', `${studyId}/3`, '--archive', root)).toMatchObject({ exitCode: 6 });
  expect((await doeflow('logs', studyId, '--archive', root)).stdout).toContain('1x exit-code');
  for (const command of [
    ...[
      ['results', 'none'],
      ['logs', 'none'],
      ['analyze', 'none'],
    ].map((verb) => [...verb, ...['--archive', root]]),
    ['archive', 'restore', root, 'none', join(home, 'nowhere')],
  ]) {
    const { exitCode, stderr } = await doeflow(...command);
    expect([exitCode, stderr]).toEqual([
      6,
      `error: There is no study "none" in the archive ${root}\nhint: Studies in it: ${studyId}\n`,
    ]);
  }
  expect(await doeflow('results', 'none', '--archive', home)).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('holds no archive') as string,
  });
});

it('shows nothing of a file that is not as it was archived', async () => {
  const { root, home, doeflow } = await archived();
  const files = await readdir(root, { recursive: true });
  const cases = [
    ['snapshot.json', ['results', studyId]],
    ['.ndjson', ['results', studyId]],
    ['.ndjson', ['analyze', studyId, '--to', join(home, 'analysis.json')]],
    ['data/outputs/run1/process_output.log', ['logs', `${studyId}/1`]],
  ] as const;
  for (const [ending, command] of cases) {
    const file = files.find((path) => path.endsWith(ending)) ?? ending;
    const kept = await readFile(join(root, file));
    // Still of its shape.
    await writeFile(join(root, file), `${kept.toString('utf8')}\n`);
    const refused = await doeflow(...command, '--archive', root);
    expect([ending, refused]).toMatchObject([ending, { exitCode: 3, stdout: '' }]);
    expect(refused.stderr).toMatch(/has the sha256 [0-9a-f]{64} instead of [0-9a-f]{64}/u);
    expect(refused.stderr).toContain(file);
    await writeFile(join(root, file), kept);
  }
});

it('restores into no place where no folder can be, and says why', async () => {
  const { root, home, doeflow } = await archived();
  await writeFile(join(home, 'file'), '');
  for (const [folder, why] of [
    [join(home, 'file', 'x'), 'a part of its path is a file'],
    [join(home, 'file', 'x', 'y'), 'a part of its path is a file'],
    ['/proc/x', 'the system refuses it (ENOENT)'],
    ['/proc/x/y', 'the system refuses it (ENOENT)'],
  ] as const) {
    const refused = await doeflow('archive', 'restore', root, studyId, folder);
    expect(refused).toMatchObject({ exitCode: 5 });
    expect(refused.stderr).toContain(`No folder ${folder} can be made: ${why}`);
  }
});

it('restores into no archive, by whatever way, and through no link that leads nowhere', async () => {
  const { root, home, doeflow } = await archived();
  const other = join(home, 'other');
  await mkdir(join(other, 'jobs'), { recursive: true });
  await writeFile(join(other, 'archive.json'), '{}');
  await symlink(join(root, 'studies'), join(home, 'way'));
  await symlink(join(home, 'nowhere'), join(home, 'loose'));
  await symlink('circle', join(home, 'circle'));
  const before = await readdir(root, { recursive: true });
  const cases = [
    [join(root, 'rr'), `it is in ${root}, which is an archive itself`],
    [join(root, 'jobs/deep/rr'), `it is in ${root}, which is an archive itself`],
    [join(home, 'way/rr'), `it is in ${root}, which is an archive itself`],
    [root, `it is in ${root}, which is an archive itself`],
    [join(other, 'jobs/intruder'), `it is in ${other}, which is an archive itself`],
    [join(home, 'loose'), `${join(home, 'loose')} is a link to ${join(home, 'nowhere')}, which`],
    [join(home, 'loose/rr'), `${join(home, 'loose')} is a link to ${join(home, 'nowhere')}, which`],
    [join(home, 'circle'), `${join(home, 'circle')} is a link to`],
  ] as const;
  const refuse = async ([folder, why]: (typeof cases)[number]): Promise<void> => {
    const refused = await doeflow('archive', 'restore', root, studyId, folder);
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain(why);
  };
  for (const one of cases) await refuse(one);
  expect(await readdir(root, { recursive: true })).toEqual(before);
  expect(await readdir(other, { recursive: true })).toHaveLength(2);
  // The archive that is read may have lost its mark.
  await rm(join(root, 'archive.json'));
  await refuse(cases[0]);
});

it('verifies and restores without platform, Temporal and store', async () => {
  const { root, home, doeflow } = await archived();
  const whole = await doeflow('archive', 'verify', root);
  expect(whole.stdout).toContain('is whole');
  expect(whole.exitCode).toBe(0);

  const folder = join(home, 'again');
  const restored = await doeflow('archive', 'restore', root, 'cantilever-beam', folder, '--json');
  expect(JSON.parse(restored.stdout)).toMatchObject({ studyFile: join(folder, 'study.yaml') });
  expect(await doeflow('validate', folder, '--quiet')).toMatchObject({ stdout: 'valid\n' });
  const again = await doeflow('archive', 'restore', root, 'cantilever-beam', folder);
  expect(again).toMatchObject({ exitCode: 5 });

  await writeFile(join(root, 'jobs/KqCXp~xd/v1/data/outputs/run1/process_output.log'), 'no\n');
  const spoiled = await doeflow('archive', 'verify', root, '--json');
  expect(spoiled.exitCode).toBe(3);
  expect(JSON.parse(spoiled.stdout)).toMatchObject({
    whole: false,
    faults: [{ kind: 'changed', path: 'jobs/KqCXp~xd/v1/data/outputs/run1/process_output.log' }],
  });
  expect((await doeflow('archive', 'verify', root)).stdout).toContain('is not whole: 1 fault');
});
