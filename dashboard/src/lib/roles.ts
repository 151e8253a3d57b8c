import type { DefinitionNode, DocumentNode } from 'graphql';

/** Highest first. */
const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** Mutations for owners and admins alone. A test compares them with the schema. */
export const FOR_ADMINS =
  'setRouteProvider removeRouteProvider checkRoute testRoute setVoiceAccountProvider checkVoiceAccount testVoiceAccount endCall updateSendingSettings updateTeam setCustomFieldNames inviteMember changeMemberRole removeMember createTeamToken createVoiceAccount updateVoiceAccount rotateVoiceAccountSecret revokePreviousVoiceAccountSecret archiveVoiceAccount restoreVoiceAccount deleteVoiceAccount revokeTeamToken exportPerson erasePerson rotatePreCheckSecret setNumberLookupProvider removeNumberLookupProvider createIntegration updateIntegration deleteIntegration topUpIntegration replayCallEvent rotateVoicePostProcessingSecret replayCallPostProcessing rotatePostbackSecret revokeInvitation createWebhookEndpoint updateWebhookEndpoint rotateWebhookEndpointSecret testWebhookEndpoint replayWebhookDelivery replayWebhookEvents deleteWebhookEndpoint rotateSellerEndpointCredentials rotateSellerEndpointCallbackSecret';

/** Whether a role may do all that another may. */
export const isWithin = (mine: Role | null, role: Role) => mine !== null && ROLES.indexOf(mine) <= ROLES.indexOf(role);

/** Whether a role may do everything that an operation asks for. */
export const mayRun = ({ definitions }: DocumentNode, mine: Role | null): boolean =>
  isWithin(mine, 'admin') ||
  !definitions.flatMap(fieldsOf).some((field) => field && FOR_ADMINS.split(' ').includes(field));

const fieldsOf = (of: DefinitionNode) =>
  of.kind === 'OperationDefinition'
    ? of.selectionSet.selections.map((field) => 'name' in field && field.name.value)
    : [];
