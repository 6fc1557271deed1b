import { type AmountTexts, ENGLISH_AMOUNTS } from '../scenarios/chosen-by-amount.js';
import { CAUSES, type PaymentCause } from '../scenarios/scenario.js';
import type { Family } from '../methods.js';
import type { Payment } from '../payments/payment.js';
import type { RegisteredTerms } from '../registrations/registration.js';

type Model = RegisteredTerms['model'];

/** English texts of the simulated acquirer's pages and of the banks' apps. */
export const en = {
  nav: { label: 'Sandbox', overview: 'Overview', phone: 'Phone', app: 'Bank app', inbox: 'Inbox', clock: 'Clock', acquirer: 'Acquirer' },
  docs: 'Gateway’s API docs',
  simulated: 'simulated',
  copy: 'Copy',
  copied: 'Copied',
  secondsLeft: '# s left',
  minutesLeft: '# min left',
  until: (time: string) => `until ${time}`,
  refuse: 'Refuse',
  confirm: 'Confirm',

  banks: {
    title: 'Which bank’s app?',
    text: (first: string) =>
      `Each app shows BLIK codes, asks you to confirm payments and subscriptions, and lists what shops may do. A code that no app has shown is confirmed at ${first}.`,
    says: 'A confirmation is waiting',
    waiting: (count: number) => (count === 0 ? 'nothing to confirm' : `${count} to confirm`),
  },
  app: {
    another: 'Another bank',
    says: 'The app was updated',
    code: 'BLIK code',
    codeUntil: 'BLIK code,',
    codeLives: 'A BLIK code is valid for two minutes and for one payment.',
    newCode: 'New code',
    showCode: 'Show a BLIK code',
    toConfirm: 'To confirm',
    nothing: 'Nothing to confirm. Enter the code in the shop. The shop’s request then appears here for a minute.',
    remember: (label: string) => `The shop wants to be remembered as “${label}”. Later payments then need no code.`,
    confirmAndRemember: 'Confirm and remember',
    onlyPay: 'Pay only',
    recurring: 'Recurring payments',
    now: 'To pay now',
    nothingNow: 'nothing',
    accept: 'Accept',
    acceptAndPay: 'Accept and pay',
    anyTime: 'It can be cancelled here at any time.',
    pay: 'Pay',
    held: 'What shops may do',
    noneHeld: 'No shop is remembered, and no shop may charge automatically.',
    rememberedShop: 'remembered shop',
    agreed: 'Agreed terms',
    noCode: (seller: string, until: string | null) =>
      `Payments at ${seller} need no code${until === null ? '' : `, until ${until}`}. The app asks before each payment.`,
    cancelMandate: 'Cancel the payments',
    forget: 'Forget the shop',
    endAsBank: 'End it as the bank',
  },
  terms: {
    models: {
      A: { name: 'Fixed payments', says: 'The shop charges a fixed amount at fixed times. The app does not ask again.' },
      O: { name: 'Payments when due', says: 'The shop charges the amount due, which can differ each time. The app does not ask again.' },
      M: { name: 'Payments you confirm', says: 'The app asks you each time before the shop is paid.' },
    } satisfies Record<Model, { name: string; says: string }> as Record<Model, { name: string; says: string }>,
    shop: 'Shop',
    for: 'For',
    each: 'Each time',
    due: 'the amount due',
    dueUpTo: (most: string) => `the amount due, up to ${most}`,
    often: 'How often',
    whenDue: 'whenever it is due',
    every: {
      D: (count: number) => (count === 1 ? 'every day' : `every ${count} days`),
      W: (count: number) => (count === 1 ? 'every week' : `every ${count} weeks`),
      M: (count: number) => (count === 1 ? 'every month' : `every ${count} months`),
      Y: (count: number) => (count === 1 ? 'every year' : `every ${count} years`),
    },
    first: 'First charge',
    anyDay: 'any day',
    inAll: 'In total',
    upTo: (most: string) => `up to ${most}`,
    payments: (count: number) => (count === 1 ? 'one payment' : `${count} payments`),
    noLimit: 'no limit',
    until: 'Valid until',
    untilCancelled: 'you cancel it',
  },

  overview: {
    title: 'The simulated acquirer',
    text: 'It processes online payments: BLIK, banks, cards, wallets and vouchers. The gateway calls it over HTTP and receives its callbacks, as with a real acquirer. Its pages open from the checkout. Test values choose what happens.',
    openApp: 'Open the bank app',
    cards: 'Test cards',
    cardsText: 'Any other valid number works like the first. The amount also affects the outcome.',
    /** A sentence of the tables of test values. */
    value: (sentence: string) => sentence,
  },
  simulates: {
    bank: 'bank',
    wallet: 'wallet',
    'phone-wallet': 'wallet',
    card: 'card processor',
    pin: 'voucher',
    display: 'place to pay',
    code: 'bank',
  } satisfies Record<Family, string> as Record<Family, string>,
  frame: {
    what: (simulates: string) => `A simulated ${simulates}.`,
    noMoney: 'No real money moves, and nothing that you enter here is stored.',
    values: 'Values that choose the outcome',
  },
  asks: {
    bank: 'Confirm the transfer',
    wallet: 'Confirm the payment',
    'phone-wallet': 'Pay with the card of this phone',
    card: '3-D Secure: confirm the payment',
    pin: 'Pay with this voucher',
    display: 'Pay now',
    code: 'Confirm',
  } satisfies Record<Family, string> as Record<Family, string>,
  card: {
    title: 'Pay by card',
    number: 'Card number',
    expiry: 'Valid until',
    cvc: 'Security code',
    hint: 'Only test cards. The number stays with the card processor: the gateway never sees it.',
    pay: (price: string) => `Pay ${price}`,
    tests: 'Test cards',
    asked: 'the bank asks (3-D Secure)',
    unasked: 'paid without being asked',
  },
  login: {
    title: (name: string) => `Log in to ${name}`,
    user: 'User',
    password: 'Password',
    hint: 'Any values work. Do not enter real ones.',
    submit: 'Log in',
  },
  pin: { title: (name: string) => `Pay with ${name}`, label: 'PIN of the voucher', hint: 'Any sixteen digits work.', submit: 'Continue' },
  display: {
    until: 'Payable until',
    data: 'To scan, copy or print',
    text: 'A payer would use this at a shop’s till or in a bank’s app. Here you can pay with one button.',
    pay: 'Pay now in the simulated bank',
  },
  decide: {
    with: 'Paid with',
    reference: 'Reference',
    other: 'Another outcome',
    outcome: 'Outcome',
    go: 'Apply outcome',
    refused: (cause: string) => `Refused: ${cause}`,
    less: 'Paid, but 0.01 less than requested',
    leave: 'Back to the shop without paying',
  },
  causes: CAUSES as Record<PaymentCause, string>,
  amounts: { ...ENGLISH_AMOUNTS, here: (chosen: string) => `In this sandbox ${chosen}.` } as AmountTexts & {
    here: (chosen: string) => string;
  },
  over: {
    states: {
      WAITING: 'This payment is waiting for the next step',
      AUTHORIZED: 'This payment is authorized',
      PAID: 'This payment is paid',
      FAILED: 'This payment has failed',
      CANCELED: 'This payment was cancelled',
      EXPIRED: 'This payment has expired',
    } satisfies Record<Payment['state'], string> as Record<Payment['state'], string>,
    reason: 'Reason:',
    back: 'Back to the shop',
    going: 'Back to the shop …',
    go: 'Continue',
  },
  problems: {
    user: 'Enter any user name.',
    password: 'Enter any password.',
    number: 'This is not a valid card number. Try 4242 4242 4242 4242.',
    expiry: 'Enter the month and year, such as 12/40.',
    cvc: 'Enter three digits.',
    pin: 'A PIN has sixteen digits. Any sixteen digits work.',
  },
};

export type AcquirerTexts = typeof en;
