import { join } from 'node:path';
import { expect, it } from 'vitest';
import { orderFolder } from '../../../src/cli/schedules/recurrences.ts';
import { recurrenceLayout } from '../../../src/recurrence/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { temporaryFolder } from '../../archive/archive-kit.ts';
import { doeflowInProcess } from '../../kit/doeflow-in-process.ts';

it('lists a schedule whose order cannot be read, with what to do', async () => {
  const home = await temporaryFolder();
  const store = await openStore(join(home, 'store'));
  await orderFolder(store, 'nightly').create(
    { ...recurrenceLayout.order, encode: () => '{"formatVersion": 1}' },
    {} as never,
  );
  const list = await doeflowInProcess(['schedule', 'list', '--json'], { DOEFLOW_HOME: home });
  expect(list).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(list.stdout)).toMatchObject([
    { name: 'nightly', unreadable: expect.stringContaining('order.json') as string },
  ]);
  const people = await doeflowInProcess(['schedule', 'list'], { DOEFLOW_HOME: home });
  expect(people.stdout).toContain("nightly: its order can't be read, and nothing of it is run");
  expect(people.stdout).toContain('doeflow schedule delete nightly');
});
