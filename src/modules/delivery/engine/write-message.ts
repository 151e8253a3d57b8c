import { chanceFrom } from '../../../chance.ts';
import { createShortCodes } from '../links/short-codes.ts';
import { chooseText, RenderError, renderText, usesUrl } from '../texts/render-message.ts';
import type { RouteChoice } from './choose-route.ts';
import { type Decision, seedOf } from './decide.ts';
import type { LockedContact } from './due.ts';
import type { Engine, Route, SendKey } from './engine.ts';
import type { SendMeta } from './plan.ts';
import type { RoutingRule, Stage } from './stage.ts';

/** A message as it is claimed. Everything that its recipient will see is fixed. */
export interface WrittenMessage {
  id: string;
  contact: LockedContact;
  /** Whom it comes from. Null: the provider's own. */
  senderId: string | null;
  route: Route;
  rule: RoutingRule | null;
  /** The rule's condition at that time (E15: `sms_rule_selected_data`). */
  ruleData: string | null;
  /** Null: the rule had one candidate. */
  choice: RouteChoice | null;
  textId: string;
  offerId: string | null;
  finalText: string;
  textParts: number;
  smsParts: number;
  /** Parts that the text would take without smart encoding, where that changes them. */
  plainParts: number | undefined;
  /** Its address is `base` followed by `code`. */
  link: { code: string; base: string; target: string } | null;
}

interface Input {
  send: SendKey;
  cycle: number;
  stage: Stage;
  meta: SendMeta;
}

/** The message, or why this contact gets none. A text that fails for one contact does not affect others. */
export function writeMessage(
  engine: Pick<Engine, 'linkBase'>,
  { send, cycle, stage, meta }: Input,
  { id, senderId }: Pick<WrittenMessage, 'id' | 'senderId'>,
  contact: LockedContact,
  { route, rule, choice }: Extract<Decision, { kind: 'send' }>,
): WrittenMessage | { reason: string } {
  const seed = seedOf({ campaignId: send.campaignId, cycle }, contact.contactId);
  const chosen = chooseText(seed, stage.texts, stage.offers);
  const { text, offer } = chosen;
  const link = offer && usesUrl(text.text) ? linkOf(engine, stage, seed, offer.url) : null;
  try {
    const url = link && link.base + link.code;
    const written = renderText(seed, chosen, contact.values, { url, smartEncoding: meta.smartEncoding });
    return { id, senderId, contact, route, rule, ruleData: ruleDataOf(rule), choice, link, ...written };
  } catch (error) {
    if (error instanceof RenderError) return { reason: error.message };
    throw error;
  }
}

function linkOf(engine: Pick<Engine, 'linkBase'>, { hosts }: Stage, seed: string, target: string) {
  const [code] = createShortCodes(1) as [string];
  const host = hosts.length > 0 ? `https://${chanceFrom(`${seed} host`).pick(hosts)}` : engine.linkBase;
  return { code, base: `${host}/l/`, target };
}

/** Which values of the contact the rule matched. */
const ruleDataOf = (rule: RoutingRule | null): string | null =>
  rule &&
  [
    ...(rule.countryId === null ? [] : [`country_id=${rule.countryId}`]),
    ...(rule.networkId === null ? [] : [`network_id=${rule.networkId}`]),
  ].join(' ');
