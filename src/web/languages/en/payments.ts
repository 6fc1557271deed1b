import { pluralText, type Translated } from '../plural.js';
import type { Locale } from '../../../common/locale.js';
import { mandate } from './mandate.js';

/** English texts of online payments. Other languages have the same keys and all their plural forms, or they do not compile. */
export const payments = {
  ...mandate,
  simulated: {
    noMoney: 'No money is taken.',
    app: { text: 'BLIK codes come from the', link: 'simulated bank app' },
    place: { text: 'It can be paid at the', link: 'simulated bank' },
  },
  steps: { choose: 'Method', confirm: 'Confirm', done: 'Result' },
  card: 'Card',
  groups: {
    last: 'Last used',
    blik: 'BLIK',
    transfer: 'Bank transfer',
    cards: 'Cards',
    wallets: 'Wallets',
    vouchers: 'Vouchers',
    latam: 'South America',
  },
  cart: 'What you buy',
  pay: (price: string) => `Pay ${price}`,
  cancel: 'Cancel this payment',
  otherMethod: 'Another method',
  value: (value: string, rate: string) => `${value}, at ${rate}`,

  choose: {
    title: 'How do you want to pay?',
    method: 'Payment method',
    find: 'Find your bank',
    found: 'Banks found:',
    noBank: (others: readonly string[]) =>
      ['No bank with this name.', others.length > 0 ? `You can also pay with: ${others.join(', ')}.` : ''].join(' ').trim(),
    more: (count: number) => `${count} more`,
    remember: 'Remember this method on this device',
    rememberHint: 'Only the method’s name is kept, in this browser, for 180 days. Untick this to forget it.',
    none: 'This payment cannot be made at the moment. Return to the shop to pay in another way.',
  },
  code: {
    title: 'Enter a BLIK code',
    label: 'BLIK code',
    hint: '6 digits from your bank’s app',
    codesLeft: pluralText('en', { one: '# code left for this payment.', other: '# codes left for this payment.' }),
  },
  details: {
    name: { label: 'First and last name', error: 'Enter your first and last name.' },
    email: { label: 'E-mail', error: 'Enter an e-mail address, for example anna@example.com.' },
    document: { label: 'CPF or CNPJ', error: 'Enter the 11 digits of a CPF or the 14 of a CNPJ.' },
    country: { label: 'Country, as two letters', error: 'Enter your country as two letters, for example BR.' },
  },
  app: {
    title: 'Confirm in your bank’s app',
    text: (price: string) => `Open your bank’s app and confirm ${price}.`,
    timeLeft: 'Time to confirm',
    then: 'If the time runs out, you can enter another code here.',
  },
  away: {
    bank: {
      title: (name: string) => `Go to your bank (${name})`,
      text: (_name: string) => 'You confirm the payment at your bank. Then you come back here.',
      go: (name: string) => `Go to your bank (${name})`,
    },
    card: {
      title: (_name: string) => 'Pay by card',
      text: (_name: string) => 'A secure page of the card operator opens. Then you come back here.',
      go: (_name: string) => 'Open the card page',
    },
    other: {
      title: (name: string) => `Continue at ${name}`,
      text: (name: string) => `You pay at ${name}. Then you come back here.`,
      go: (name: string) => `Continue at ${name}`,
    },
    back: 'If you have already confirmed there, do not pay again: this page shows the result automatically.',
  },
  display: {
    title: (method: string) => `Pay with ${method}`,
    qrText: 'Scan the QR code with your bank’s app, or copy the payment code into it.',
    codeText: 'Copy this code and pay it in your bank’s app.',
    voucherText: 'Pay with this number at a bank, in its app or at a payment point.',
    picture: (price: string, seller: string) => `QR code for the payment of ${price} to ${seller}`,
    bars: (price: string, seller: string) => `Barcode for the payment of ${price} to ${seller}`,
    code: 'Payment code',
    copy: 'Copy the code',
    copied: 'The code is copied.',
    until: (time: string) => `Pay before ${time}.`,
    open: 'Open the printable voucher',
    then: 'This page updates when your payment arrives. You can close it.',
  },
  waiting: { title: 'We are checking the payment', text: 'Do not pay again: this usually takes a few seconds.' },
  confirmed: { title: 'The payment was accepted', text: 'The money is being taken. You can close this page.' },
  checking: {
    title: 'The payment is being checked',
    text: 'Your money has arrived and is safe. The shop will tell you what happens next. You do not need to do anything.',
  },
  paid: {
    title: 'Paid',
    text: (seller: string) => `Thank you. Your payment to ${seller} has been made.`,
    value: 'Value in PLN',
    refunding: (amount: string) => `${amount} is being refunded to you. Depending on your bank, this takes a few days.`,
    refunded: (amount: string) => `${amount} has been refunded to the payment method that you used.`,
  },
  failed: { title: 'Payment not made' },
  expired: { title: 'The time to pay has run out' },
  canceled: { title: 'Payment cancelled' },
  /** Whether money was taken for a payment that ended unpaid. It is certain only without an attempt and for the amount 0. */
  notPaid: {
    untouched: 'Nothing was taken. You can return to the shop and start a new payment.',
    inDoubt:
      'We have not received this payment. If your bank shows it, do not pay again: it will be used for this payment or refunded to you.',
  },
  refunded: {
    title: 'Payment refunded',
    text: 'The money is refunded to the payment method that you used. Depending on your bank, this takes a few days.',
  },
  fraud: {
    title: 'Payment not accepted',
    text: 'The money is refunded to the payment method that you used. Depending on your bank, this takes a few days. The shop can tell you more.',
  },

  /** What to do after the last code has failed. */
  noCodesLeft: {
    choose: 'No more BLIK codes can be entered. Choose another method below.',
    shop: 'No more BLIK codes can be entered. Return to the shop to pay in another way.',
  },

  failure: {
    title: 'The payment was not made',
    new_code: {
      text: 'This BLIK code does not work: it was mistyped, already used, or has expired.',
      next: 'Enter a new code from your bank’s app.',
    },
    look_in_app: {
      text: 'Your bank’s app could not be reached.',
      next: 'Open the app, check that BLIK is switched on, and enter a new code.',
    },
    refused: { text: 'You or your bank declined the payment.', next: 'Try again, or choose another method.' },
    too_late: { text: 'The payment was not confirmed in time.', next: 'Try again, and confirm it right away.' },
    code_instead: { text: 'Payment without a code did not work.', next: 'Pay with a BLIK code instead.' },
    amount_too_high: {
      text: 'The amount is above your balance or a limit of your bank.',
      next: 'Raise the limit in your bank’s app, or choose another method.',
    },
    technical: { text: 'The payment could not be made for technical reasons.', next: 'Try again in a moment, or choose another method.' },
    not_confirmed: { text: 'The confirmation at your bank failed.', next: 'Try again, or choose another method.' },
    given_up: { text: 'You left before you paid.', next: 'Try again, or choose another method.' },
  },

  errors: {
    channel_missing: 'Choose how you want to pay.',
    channel_unusable: 'This method cannot be used right now. Choose another one.',
    too_many_attempts: 'This payment has been tried too many times. Return to the shop and start a new one.',
    too_many_codes: 'No more BLIK codes can be entered for this payment. Choose another method.',
    channel_unreachable: 'This method is not responding right now. Nothing was taken. Try again, or choose another one.',
    code_missing: 'Enter the BLIK code.',
    code_malformed: 'A BLIK code has 6 digits.',
  },
};

export type PaymentTexts<L extends Locale = Locale> = Translated<typeof payments, L>;
