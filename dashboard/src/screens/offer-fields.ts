import type { FieldList } from '../ui/controls.ts';

export const OFFER: FieldList = [
  { name: 'name', label: 'Name' },
  { name: 'url', label: 'Address', hint: 'Where the link of a message leads, such as https://shop.example/spring' },
  { name: 'profit', label: 'Profit per sale', kind: 'money', hint: 'What one sale earns; reports multiply it.' },
];
