import type { ComponentType } from 'react';
import { general, ui as t } from '../texts/first.ts';
import * as icons from './icons.ts';

type Entry = readonly [
  path: string,
  text: string,
  Icon: ComponentType<{ 'aria-hidden': boolean }>,
  isForAdmins?: boolean,
];
/** Every screen with a place of its own, by what one does there. */
export const SCREENS: readonly (readonly [group: string, entries: readonly Entry[]])[] = [
  ['', [['', general.overview, icons.LayoutDashboard]]],
  [
    t.reach,
    [
      ['campaigns', general.campaigns, icons.Megaphone],
      ['inbox', general.inbox, icons.Inbox],
      ['calls', general.calls, icons.Phone],
      ['reports', general.reports, icons.ChartColumn],
    ],
  ],
  [
    general.audience,
    [
      ['contacts', general.contacts, icons.Users],
      ['segments', general.segments, icons.Layers],
      ['imports', general.imports, icons.Upload],
      ['do-not-contact', general.doNotContact, icons.Ban],
      ['lookups', general.numberLookups, icons.ScanSearch],
    ],
  ],
  [
    t.content,
    [
      ['offers', general.offers, icons.ShoppingBag],
      ['domains', general.linkDomains, icons.Link2],
      ['keywords', general.keywords, icons.MessageSquareReply],
    ],
  ],
  [
    general.setUp,
    [
      ['routing', general.routing, icons.Route],
      ['voice', general.voice, icons.Bot],
      ['hub', general.hub, icons.Network],
      ['billing', general.billing, icons.Wallet],
      ['webhooks', general.webhooks, icons.Webhook],
      ['activity', general.activity, icons.Activity, true],
      ['settings', general.settings, icons.Settings],
    ],
  ],
];

const LOOK = { theme: 'outbound-theme', motion: 'outbound-motion' };
const { dataset } = document.documentElement;
function keep(what: keyof typeof LOOK, value: string): void {
  localStorage.setItem(LOOK[what], value);
  dataset[what] = value;
}
/** What the reader chose before; else it is as their system has it. */
export function applyLook(): void {
  for (const [what, key] of Object.entries(LOOK)) {
    const value = localStorage.getItem(key);
    if (value) dataset[what] = value;
  }
}
export function otherTheme(): void {
  const isDark = dataset.theme === 'dark' || (!dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  keep('theme', isDark ? 'light' : 'dark');
}
export const switchMotion = () => keep('motion', dataset.motion === 'off' ? 'on' : 'off');
