import { pluralText, type Translated } from '../plural.js';
import type { Locale } from '../../../common/locale.js';

/** English texts around every payment. Other languages have the same keys and all their plural forms, or they do not compile. */
export const shell = {
  skip: 'Skip to the payment',
  order: 'Your order',
  seller: 'Seller',
  amount: 'To pay',
  progress: 'Progress',
  back: 'Back to the shop',
  leave: 'Cancel and return to the shop',
  returning: 'You will be taken back to the shop in',
  stay: 'Stay on this page',
  stayed: 'You stay on this page.',
  reference: 'Payment no.',
  copyReference: 'Copy the payment number',
  copied: 'The payment number is copied.',
  payBefore: (time: string) => `Pay before ${time}`,
  payBeforeTomorrow: (time: string) => `Pay before ${time} tomorrow`,
  moreTime: 'I need more time',
  secondsLeft: pluralText('en', { one: '# second left', other: '# seconds left' }),
  sending: 'Sending. Please wait.',
  offline: { title: 'No connection.', text: 'Do not pay again: we keep checking.' },
  reloads: 'This page reloads automatically every few seconds.',
  stopReloading: 'Stop reloading',
  checkAgain: 'Check again',
  servedBy: 'Payment handled by Payment Gateway',
  accessibility: 'Accessibility',
  testMode: 'Test mode',

  receipt: {
    title: 'Receipt',
    amount: 'Amount',
    date: 'Date',
    method: 'Method',
    contact: 'Questions and complaints',
    withdrawal: 'Withdrawal',
    withdraw: 'Withdraw from the contract at',
  },

  errors: { titlePrefix: 'Error: ', summary: 'There is a problem' },

  /** No payment can be started, because the service is not active or its partner is blocked. */
  closed: {
    title: 'This shop does not accept payments at the moment',
    text: 'The payment cannot be made. The shop can tell you more.',
    untouched: 'Nothing was taken.',
  },

  problem: {
    unknown: { title: 'Page not found', text: 'Check the address. To pay, open the link that the shop gave you.' },
    missing: { title: 'Payment not found', text: 'The address may be incomplete. Go back to the shop and start the payment again.' },
    link: {
      title: 'This link does not work',
      text: 'It may be incomplete or out of date. Open it again from your receipt, or ask the shop.',
    },
    refused: { title: 'Request rejected', text: 'The form was sent from another website. If you wanted to pay, start again in the shop.' },
    unreadable: { title: 'This form could not be read', text: 'Nothing was changed. Open the payment again and fill in the form.' },
    busy: { title: 'Too many requests', text: 'Wait a moment and open the payment again.' },
    failed: {
      title: 'Something went wrong',
      text: 'We could not complete this step. Open the payment again to see its status.',
    },
    errorId: 'Error number',
    open: 'Open the payment',
  },
};

export type ShellTexts<L extends Locale = Locale> = Translated<typeof shell, L>;
