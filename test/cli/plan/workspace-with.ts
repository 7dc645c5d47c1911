import type { CustomFieldCalls } from '../../../src/cli/plan/workspace-fields.ts';

/** A platform whose workspace has these custom fields for compute jobs, by section. */
export function workspaceWith(
  compute: Record<string, readonly object[]>,
  isEnabled = true,
): CustomFieldCalls {
  return {
    user: { me: () => Promise.resolve({ company: { code: 'acme' }, workspace: { id: '7' } }) },
    customFields: {
      definitions: (company: string, workspace: string) =>
        company === 'acme' && workspace === '7'
          ? Promise.resolve({ fields: { compute }, isEnabled })
          : Promise.reject(new Error(`no workspace ${company}/${workspace}`)),
    },
  } as unknown as CustomFieldCalls;
}
