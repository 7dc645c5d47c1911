import { expect, it } from 'vitest';
import { searchAttributes } from '../../src/temporal/names.ts';
import { studiesPath, studyColumns, studyViews } from '../../src/temporal/studies-list.ts';

it('shows state, failed and done runs, cost and owner before the workflow’s own status', () => {
  expect(studyColumns.indexOf('Status')).toBeGreaterThan(studyColumns.indexOf('StudyOwner'));
  for (const name of ['StudyState', 'RunsFailed', 'RunsDone', 'StudyCost', 'StudyOwner'] as const) {
    expect(studyColumns).toContain(name);
    expect(searchAttributes).toHaveProperty(name);
  }
});

it('leads to studies alone, in any namespace', () => {
  expect(studiesPath('a b')).toBe(
    '/namespaces/a%20b/workflows?query=%60WorkflowType%60%3D%22studyWorkflow%22',
  );
  for (const { query } of studyViews) expect(query).toContain('`WorkflowType`="studyWorkflow"');
});

it('leaves room in the columns that a namespace of an SQL database has for search attributes', () => {
  const types = Object.values<string>(searchAttributes);
  expect(types.filter((type) => type === 'KEYWORD').length).toBeLessThanOrEqual(10);
  expect(types.filter((type) => type === 'INT').length).toBeLessThanOrEqual(3);
});
