import { chosen } from './language.ts';

export const billing = chosen('billing', {
  lowBelow: 'Low below',
  emptyNobody: 'Empty: nobody is warned.',
  balanceKeptHere: 'Balance kept here',
  balancesThatPay: 'Balances that pay for messages and calls. A route or voice account charges one of them.',
  left: 'Left',
  withoutOneMessages: 'Without one, messages are not charged here.',
  whereItComesFrom: 'Where it comes from',
  suchAsAnInvoices: 'Such as an invoice’s number.',
  lowBelowNamed: (lowBalance: string | number) => `low below ${lowBalance}`,
  chargedIn30Days: 'Charged in 30 days',
  toppedUpIn30: 'Topped up in 30 days',
  balanceOver30Days: 'Balance over 30 days',
  balanceAfter: 'Balance after',
  notKept: 'not kept',
});
