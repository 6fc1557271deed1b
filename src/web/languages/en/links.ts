/** English texts of payment links. Other languages have the same keys, or they do not compile. */
export const links = {
  fixed: 'Pay online',
  chosen: 'How much do you want to pay?',
  amount: (currency: string) => `Amount in ${currency}`,
  bounds: (least: string, most: string) => `From ${least} to ${most}`,
  next: 'Next, you choose how to pay.',
  submit: 'Continue to payment',
  begun: { title: 'Continue your payment', text: 'A payment with this link has already been started.', open: 'Continue to payment' },
  disabled: { title: 'This link was disabled', text: 'The seller no longer accepts payments with this link. Nothing was taken.' },
  used: { title: 'This link has been used', text: 'It was for one payment, which has been made. There is nothing more to pay.' },
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
