import type { Catalogue } from '../catalogue/catalogue.ts';
import type { FieldDefinition } from '../database/custom-field-store.ts';

/** The custom fields that a workspace asks of every job, with their section. */
export function workspaceFields(
  catalogue: Catalogue,
  jobType: 'compute' | 'workstation' = 'compute',
): readonly FieldDefinition[] {
  const { customFields, workspaceId } = catalogue.workspace;
  const sections = ['Inputs', 'Context', 'Findings'] as const;
  return sections.flatMap((section) =>
    (customFields[jobType][section] ?? []).map((definition) => ({
      ...definition,
      section,
      originatingWorkspace: workspaceId,
    })),
  );
}
