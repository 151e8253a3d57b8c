import type { ComponentType } from 'react';
import * as icons from './icons.ts';

type Entry = readonly [
  path: string,
  text: string,
  Icon: ComponentType<{ 'aria-hidden': boolean }>,
  isForAdmins?: boolean,
];
/** Every screen with a place of its own, by what one does there. */
export const SCREENS: readonly (readonly [group: string, entries: readonly Entry[]])[] = [
  ['', [['', 'Overview', icons.LayoutDashboard]]],
  [
    'Reach',
    [
      ['campaigns', 'Campaigns', icons.Megaphone],
      ['inbox', 'Inbox', icons.Inbox],
      ['calls', 'Calls', icons.Phone],
      ['reports', 'Reports', icons.ChartColumn],
    ],
  ],
  [
    'Audience',
    [
      ['contacts', 'Contacts', icons.Users],
      ['segments', 'Segments', icons.Layers],
      ['imports', 'Imports', icons.Upload],
      ['do-not-contact', 'Do not contact', icons.Ban],
      ['lookups', 'Number look-ups', icons.ScanSearch],
    ],
  ],
  [
    'Content',
    [
      ['offers', 'Offers', icons.ShoppingBag],
      ['domains', 'Link domains', icons.Link2],
      ['keywords', 'Keywords', icons.MessageSquareReply],
    ],
  ],
  [
    'Set up',
    [
      ['routing', 'Routing', icons.Route],
      ['voice', 'Voice', icons.Bot],
      ['hub', 'Hub', icons.Network],
      ['billing', 'Billing', icons.Wallet],
      ['webhooks', 'Webhooks', icons.Webhook],
      ['activity', 'Activity', icons.Activity, true],
      ['settings', 'Settings', icons.Settings],
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
