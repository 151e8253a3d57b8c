import type { Contract } from './contract.ts';
import { billingContracts } from './operations/billing.ts';
import { callContracts } from './operations/calls.ts';
import { contactContracts } from './operations/contacts.ts';
import { hubContracts } from './operations/hub.ts';
import { offerContracts } from './operations/offers.ts';
import { smsCampaignContracts } from './operations/sms-campaigns.ts';
import { teamContracts } from './operations/teams.ts';
import { voiceCampaignContracts } from './operations/voice-campaigns.ts';

/** In the order of the reference, with those that it does not know at the end. */
export const contracts: Contract[] = [
  ...teamContracts,
  ...contactContracts,
  ...smsCampaignContracts,
  ...voiceCampaignContracts,
  ...callContracts,
  ...offerContracts,
  ...hubContracts,
  ...billingContracts,
].sort((one, other) => numberOf(one) - numberOf(other));

function numberOf({ operation }: Contract): number {
  return Number(/^E(\d+)$/.exec(operation)?.[1] ?? Number.MAX_SAFE_INTEGER);
}
