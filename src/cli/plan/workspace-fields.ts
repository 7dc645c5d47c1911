import {
  isNotServed,
  NotFoundError,
  PermissionError,
  type CustomFieldDefinition,
  type PlatformClient,
} from '../../platform-api/index.ts';

/** What asking for the workspace's fields needs of a client. */
export type CustomFieldCalls = Pick<PlatformClient, 'customFields' | 'user'>;

/** The custom fields that the account's workspace gives every job; undefined where the platform doesn't tell. */
export async function readWorkspaceFields(client: CustomFieldCalls): Promise<
  | {
      readonly definitions: readonly CustomFieldDefinition[];
      /** False where a missing field blocks no submit. */
      readonly isEnabled: boolean;
    }
  | undefined
> {
  try {
    const user = await client.user.me();
    if (isNotServed(user)) return undefined;
    const company = user.company?.code ?? undefined;
    const workspace = user.workspace?.id ?? undefined;
    if (company === undefined || workspace === undefined) return undefined;
    const { fields, isEnabled } = await client.customFields.definitions(company, workspace);
    return {
      definitions: Object.values(fields['compute'] ?? {}).flat(),
      isEnabled: isEnabled !== false,
    };
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof PermissionError) return undefined;
    throw error;
  }
}
