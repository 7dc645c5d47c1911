/** The list of studies in the Temporal UI: which workflows it shows, in which columns, and the views beside it. */
import type { searchAttributes } from './names.ts';

/** A search attribute of ours, or a heading of the UI's own. */
type Column = keyof typeof searchAttributes | 'Status' | 'Workflow ID' | 'Start' | 'End';

const studies = '`WorkflowType`="studyWorkflow"';

/** The columns, from left to right. The workflow's own status stands behind: it says that a study came to its end, or was terminated, and not how its runs went. */
export const studyColumns: readonly Column[] = [
  'Workflow ID',
  'StudyState',
  'RunsFailed',
  'RunsDone',
  'RunsTotal',
  'StudyCost',
  'StudyOwner',
  'Status',
  'Start',
  'End',
];

/** One view of the list. */
export interface StudiesView {
  /** Known to the browser by it. */
  readonly id: string;
  readonly name: string;
  /** A query of Temporal's visibility. */
  readonly query: string;
}

/** The views; the first one is what a link to the list opens. */
export const studyViews = [
  { id: 'doeflow-studies', name: 'Studies', query: studies },
  {
    id: 'doeflow-failures',
    name: 'Studies with failed runs',
    query: `${studies} AND \`RunsFailed\`>0`,
  },
  {
    id: 'doeflow-paused',
    name: 'Studies that wait for you',
    query: `${studies} AND \`StudyState\`="Paused"`,
  },
] as const satisfies readonly StudiesView[];

/** Page of the list, below the address of any Temporal UI. */
export function studiesPath(namespace: string): string {
  const [{ query }] = studyViews;
  return `/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(query)}`;
}
