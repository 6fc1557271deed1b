/** English texts of payment links. Other languages have the same keys, or they do not compile. */
export const links = {
  fixed: 'Pay online',
  chosen: 'How much do you want to pay?',
  amount: (currency: string) => `Amount in ${currency}`,
  bounds: (least: string, most: string) => `From ${least} to ${most}`,
  next: 'Next, you choose how to pay.',
  submit: 'Go on to the payment',
  begun: { title: 'Go on with the payment', text: 'A payment with this link was begun already.', open: 'Go on to the payment' },
  disabled: { title: 'This link was closed', text: 'The seller takes no more payments with it. Nothing was taken.' },
  used: { title: 'This link was used', text: 'It was for one payment, and that has been made. Nothing more is to be paid.' },
  expired: { title: 'This link has expired', text: 'Ask the seller for a new one. Nothing was taken.' },
  unpayable: { title: 'This link cannot be paid at the moment', text: 'Try again later, or ask the seller. Nothing was taken.' },
  errors: {
    missing: 'Enter the amount.',
    malformed: 'Enter the amount in digits, such as 49.90.',
    bounds: (least: string, most: string) => `Enter an amount from ${least} to ${most}.`,
    notTaken: 'This amount cannot be paid at the moment.',
  },
};

export type PaymentLinkTexts = typeof links;
