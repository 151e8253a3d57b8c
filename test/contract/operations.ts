import type { Contract } from './contract.ts';
import { billingContracts } from './operations/billing.ts';
import { callContracts } from './operations/calls.ts';
import { contactContracts } from './operations/contacts.ts';
import { hubContracts } from './operations/hub.ts';
import { smsCampaignContracts } from './operations/sms-campaigns.ts';
import { teamContracts } from './operations/teams.ts';
import { voiceCampaignContracts } from './operations/voice-campaigns.ts';

/** In the documented order. */
export const contracts: Contract[] = [
  ...teamContracts,
  ...contactContracts,
  ...smsCampaignContracts,
  ...voiceCampaignContracts,
  ...callContracts,
  ...hubContracts,
  ...billingContracts,
].sort((one, other) => Number(one.operation.slice(1)) - Number(other.operation.slice(1)));
