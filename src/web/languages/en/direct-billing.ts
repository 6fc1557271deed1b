import { pluralText, type Translated } from '../plural.js';
import type { Locale } from '../../../common/locale.js';

/** English texts of DirectBilling's steps. Other languages have the same keys and all their plural forms, or they do not compile. */
export const directBilling = {
  amountFrom: (price: string) => `from ${price}`,
  vat: (vat: string) => `incl. VAT 23%: ${vat}`,
  priceByOperator: 'The price depends on your operator.',
  steps: { choose: 'Number', code: 'Code', done: 'Result' },

  choose: {
    title: 'Pay with your phone bill',
    operator: 'Your operator',
    phone: 'Mobile number',
    phoneHint: 'We will send a code to this number.',
    phoneFixed: 'The shop gave this number. We will send a code to it.',
    submit: (price: string) => `Get a code to pay ${price}`,
    submitAny: 'Get a code by SMS',
    terms: 'The amount will be added to your phone bill or taken from your prepaid credit.',
  },
  code: {
    title: 'Enter the code',
    sentTo: (phone: string, operator: string) => `We sent an SMS with a code to ${phone} (${operator}).`,
    label: 'Code from the SMS',
    hint: '6 digits',
    triesLeft: pluralText('en', { one: '# try left for this code.', other: '# tries left for this code.' }),
    submit: (price: string) => `Pay ${price}`,
    terms: 'By entering the code, you agree that the amount is charged to this number.',
    notArrived: 'No SMS yet?',
    resend: 'Send a new code',
    resendIn: 'Send a new code in',
    seconds: 's',
    noResend: 'This was the last code. If it does not arrive, return to the shop and start a new payment.',
    usedUp: 'This code can no longer be used. Request a new one.',
    change: 'Change number or operator',
  },
  waiting: {
    title: 'Waiting for your operator',
    text: 'We are checking the payment. Do not pay again: this usually takes a few seconds.',
  },
  confirmed: {
    title: 'Your operator accepted the payment',
    text: 'It is being processed. You can close this page.',
  },
  paid: {
    title: 'Paid',
    text: (seller: string) => `Your payment to ${seller} is complete. If the shop does not show it yet, tell the shop the payment number.`,
  },
  rejected: {
    title: 'Payment not made',
    nothingCharged: 'Nothing was charged.',
    insufficient_funds: 'There is not enough credit on this number.',
    blocked_by_operator: 'The operator blocks such payments on this number. The operator’s customer service can switch them on.',
    limit_exceeded: 'This number has reached the operator’s limit for such payments.',
    number_not_served: 'The operator does not serve this number. Check that you chose your own operator.',
    code_expired: 'The code has expired.',
    too_many_codes: 'The code was wrong too many times.',
    expired: 'The time to pay has run out.',
    other: 'The operator declined the payment.',
    nextStep: 'You can return to the shop and start a new payment.',
  },
  method: (operator: string) => `Phone bill, ${operator}`,
  phoneLabel: 'Number',

  simulated: { noMoney: 'No money is taken.', sms: 'The SMS arrives on the', link: 'simulated phone' },

  errors: {
    operator_missing: 'Choose your operator.',
    operator_unavailable: 'This operator cannot be used right now. Choose another one.',
    phone_missing: 'Enter your mobile number.',
    phone_invalid: 'Enter a Polish mobile number: 9 digits, for example 500 600 700.',
    number_refused: 'The operator does not accept this number. Check the number and the operator.',
    too_many_codes: 'No more codes can be sent for this payment.',
    too_soon: pluralText('en', { one: 'A new code can be sent in # second.', other: 'A new code can be sent in # seconds.' }),
    too_many_requests: pluralText('en', {
      one: 'Too many codes were requested. Try again in # minute.',
      other: 'Too many codes were requested. Try again in # minutes.',
    }),
    operator_unreachable: 'The operator is not responding right now. Try again in a moment.',
    code_missing: 'Enter the code from the SMS.',
    code_malformed: 'The code has 6 digits.',
    code_wrong: 'This code is not correct. Check the latest SMS.',
  },
};

export type DirectBillingTexts<L extends Locale = Locale> = Translated<typeof directBilling, L>;
