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
      `Each shows BLIK codes, asks whether a payment or a subscription is to be, and lists what shops may do. A code that no app has shown is asked for at ${first}.`,
    says: 'Something waits for a confirmation',
    waiting: (count: number) => (count === 0 ? 'nothing waits' : count === 1 ? 'one question waits' : `${count} questions wait`),
  },
  app: {
    another: 'Another bank',
    says: 'The app has changed',
    code: 'BLIK code',
    codeUntil: 'BLIK code,',
    codeLives: 'A BLIK code lives for two minutes and pays once.',
    newCode: 'New code',
    showCode: 'Show a BLIK code',
    toConfirm: 'To be confirmed',
    nothing: 'Nothing waits. Type the code into the shop, and what it asks for appears here for a minute.',
    remember: (label: string) => `The shop wants to be remembered as “${label}”; later payments need no code then.`,
    confirmAndRemember: 'Confirm and remember',
    onlyPay: 'Only pay',
    recurring: 'Recurring payments',
    now: 'To pay now',
    nothingNow: 'nothing',
    accept: 'Accept',
    acceptAndPay: 'Accept and pay',
    anyTime: 'It can be cancelled here at any time.',
    pay: 'Pay',
    held: 'What shops may do',
    noneHeld: 'No shop is remembered, and none may charge by itself.',
    rememberedShop: 'remembered shop',
    agreed: 'What was agreed',
    noCode: (seller: string, until: string | null) =>
      `Payments at ${seller} need no code${until === null ? '' : `, until ${until}`}. The app asks before each.`,
    cancelMandate: 'Cancel the payments',
    forget: 'Forget the shop',
    endAsBank: 'End it as the bank',
  },
  terms: {
    models: {
      A: { name: 'Fixed payments', says: 'The shop charges a fixed amount at fixed times. The app does not ask again.' },
      O: { name: 'Payments when due', says: 'The shop charges what is due, each time another amount. The app does not ask again.' },
      M: { name: 'Payments you confirm', says: 'The app asks you each time before the shop is paid.' },
    } satisfies Record<Model, { name: string; says: string }> as Record<Model, { name: string; says: string }>,
    shop: 'Shop',
    for: 'For',
    each: 'Each time',
    due: 'what is due',
    dueUpTo: (most: string) => `what is due, up to ${most}`,
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
    inAll: 'In all',
    upTo: (most: string) => `up to ${most}`,
    payments: (count: number) => (count === 1 ? 'one payment' : `${count} payments`),
    noLimit: 'no limit',
    until: 'Valid until',
    untilCancelled: 'you cancel it',
  },

  overview: {
    title: 'The simulated acquirer',
    text: 'It takes the money of online payments: BLIK, banks, cards, wallets, vouchers. The gateway speaks to it over HTTP and learns from its reports, as with a real one. Its pages open from the checkout; values choose what happens.',
    openApp: 'Open the bank app',
    cards: 'Test cards',
    cardsText: 'Any other valid number works like the first. The amount counts as well.',
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
    noMoney: 'Nobody’s money moves, and nothing typed here is kept.',
    values: 'What chooses the outcome',
  },
  asks: {
    bank: 'Confirm the transfer',
    wallet: 'Confirm the payment',
    'phone-wallet': 'Pay with the card of this phone',
    card: '3-D Secure: your bank asks',
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
    hint: 'Anything will do. Do not type a real one.',
    submit: 'Log in',
  },
  pin: { title: (name: string) => `Pay with ${name}`, label: 'PIN of the voucher', hint: 'Any sixteen digits will do.', submit: 'Go on' },
  display: {
    until: 'Payable until',
    data: 'To scan, copy or print',
    text: 'A payer would take this to a shop’s till or a bank’s app. Here both are one button away.',
    pay: 'Pay now in the simulated bank',
  },
  decide: {
    with: 'Paid with',
    reference: 'Reference',
    other: 'Another outcome',
    outcome: 'Outcome',
    go: 'Let it happen',
    refused: (cause: string) => `Refused: ${cause}`,
    less: 'Paid, but 0.01 less than was asked for',
    leave: 'Back to the shop without paying',
  },
  causes: CAUSES as Record<PaymentCause, string>,
  amounts: { ...ENGLISH_AMOUNTS, here: (chosen: string) => `In this sandbox ${chosen}.` } as AmountTexts & {
    here: (chosen: string) => string;
  },
  over: {
    states: {
      WAITING: 'This payment waits for what happens next',
      AUTHORIZED: 'This payment is agreed to',
      PAID: 'This payment is paid',
      FAILED: 'This payment has failed',
      CANCELED: 'This payment was left without paying',
      EXPIRED: 'This payment has expired',
    } satisfies Record<Payment['state'], string> as Record<Payment['state'], string>,
    reason: 'Reason:',
    back: 'Back to the shop',
    going: 'Back to the shop …',
    go: 'Go on',
  },
  problems: {
    user: 'Type anything as the user.',
    password: 'Type anything as the password.',
    number: 'This is not the number of a card. Try 4242 4242 4242 4242.',
    expiry: 'Type month and year, such as 12/40.',
    cvc: 'Type three digits.',
    pin: 'A PIN has sixteen digits; any will do.',
  },
};

export type AcquirerTexts = typeof en;
