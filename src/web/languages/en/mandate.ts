import type { Locale } from '../../../common/locale.js';
import { pluralText, type Translated } from '../plural.js';

/**
 * English texts of recurring payments. The version and the values of the text to which a payer consents are stored with the subscription,
 * as its consent evidence.
 */
export const mandate = {
  consent: { title: 'BLIK Recurring Payments' },
  expecting: {
    title: 'Enter the code in the shop',
    text: 'This payment sets up recurring payments. The shop asks for your BLIK code on its own page, so there is nothing to enter here. When the shop has the code, this page shows what you agree to.',
  },
  charge: {
    title: 'Do you want to pay this?',
    text: (price: string, label: string) => `The shop wants to charge ${price} under “${label}”. Nothing is taken until you confirm.`,
    confirm: (price: string) => `Confirm and pay ${price}`,
    refuse: 'Decline this charge',
  },
  apps: {
    title: 'Which app do you want to pay with?',
    text: 'You are registered in several banks’ apps. The app that you choose asks you to confirm.',
    choose: 'Bank’s app',
    instead: 'Pay with a code instead',
  },

  agreement: {
    method: 'BLIK Recurring Payments',
    intro: {
      A: 'You agree to recurring payments. Each one is charged automatically: you are not asked again.',
      O: 'You agree to recurring payments. The shop charges them when they are due: you are not asked again.',
      M: 'You agree to recurring payments. You confirm each one in your bank’s app; otherwise it is not charged.',
    },
    banks: 'Works with the apps of',
    terms: 'What you agree to',
    now: (price: string) => `${price}: nothing is taken now`,
    each: {
      A: (price: string) => `At most ${price}`,
      O: (price: string) => `Set by the shop, at most ${price}`,
      M: 'Set by the shop; you see it before you confirm it',
    },
    often: {
      each: { D: 'Every day', W: 'Every week', M: 'Every month', Y: 'Every year' },
      days: pluralText('en', { one: 'Every # day', other: 'Every # days' }),
      weeks: pluralText('en', { one: 'Every # week', other: 'Every # weeks' }),
      months: pluralText('en', { one: 'Every # month', other: 'Every # months' }),
      years: pluralText('en', { one: 'Every # year', other: 'Every # years' }),
      asked: 'Whenever the shop asks for one',
    },
    first: { from: (day: string) => `${day} at the earliest`, any: 'At any time after you have agreed' },
    until: 'Until cancelled',
    count: pluralText('en', { one: 'at most # charge', other: 'at most # charges' }),
    total: (price: string) => `at most ${price} in all`,
    unlimited: 'No limit on the number or the total of the charges',
    cancel: 'At any time in your bank’s app, among the recurring payments, with the link on your receipt, or through the shop',
    order: (price: string) => `Order with obligation to pay: ${price} now`,
    line: {
      item: 'Product or service',
      label: 'Agreement',
      now: 'To pay now',
      each: 'Each charge',
      often: 'How often',
      first: 'First charge',
      next: 'Next charge',
      until: 'Valid until',
      limits: 'Limits',
      cancel: 'To cancel',
      under: 'Charged under',
      button: 'Button text',
    },
    confirm: 'Open your bank’s app. It shows this agreement: confirm it there.',
    chargeInApp: (price: string, label: string) => `Open your bank’s app and confirm ${price}, charged under “${label}”.`,
    confirmBefore: (time: string) => `Confirm before ${time}.`,
    agreed: { title: 'Agreed', text: (seller: string) => `Thank you. Your agreement with ${seller} is set up. Nothing was taken.` },
    standing: {
      pending: 'The agreement is waiting for your bank.',
      active: 'The agreement is in force.',
      over: 'The agreement is not in force: nothing is charged under it.',
    },
    noNext: 'None',
    proof: { title: 'Kept as proof', version: 'Version of the text', language: 'Language', time: 'Agreed on', address: 'IP address' },
    notSupported: {
      text: 'Your bank has no recurring BLIK payments, or they are switched off in its app.',
      next: 'Enter a code from the app of one of the banks below. You have not agreed to anything. No money was taken.',
    },
    tryAgain: 'Enter another code, or return to the shop.',
    atShop: 'Return to the shop to try again.',
  },

  subscription: {
    title: (seller: string) => `Your agreement with ${seller}`,
    agreedTo: 'What you agreed to',
    charges: 'Charges',
    none: 'Nothing has been charged so far.',
    count: pluralText('en', { one: '# payment', other: '# payments' }),
    onlyLatest: 'The latest ones are listed.',
    ends: 'The agreement ends immediately, and nothing is charged under it after that. A charge that is already in progress is still completed. Earlier payments are not refunded by this; ask the shop.',
    end: 'End the agreement',
    confirm: { title: 'End the agreement?', yes: 'Yes, end it now', keep: 'Keep the agreement' },
    over: {
      title: 'The agreement has ended',
      text: 'Nothing is charged under it any more. The shop and your bank are informed.',
      byPayer: (time: string) => `You ended it on ${time}.`,
      at: (time: string) => `It ended on ${time}.`,
    },
    link: 'View or end this agreement',
  },

  mandateErrors: {
    app_missing: 'Choose a bank’s app.',
    agreement_taken: 'The shop has already used the name of this agreement. You have not agreed to anything: tell the shop.',
    agreement_outdated: 'This offer is out of date. You have not agreed to anything: return to the shop and start again.',
    agreement_changed: 'This page has changed in the meantime. Read it again and re-enter the code.',
  },
};

export type MandateTexts<L extends Locale = Locale> = Translated<typeof mandate, L>;
