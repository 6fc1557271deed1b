/** English texts around every payment. Other languages have the same keys, or they do not compile. */
export const en = {
  seller: 'Seller',
  amount: 'To pay',
  progress: 'Progress',
  back: 'Back to the shop',
  leave: 'Cancel and return to the shop',
  returning: 'You will be taken back to the shop in',
  stay: 'Stay on this page',
  reference: 'Payment no.',
  payBefore: (time: string) => `Pay before ${time}`,
  servedBy: 'Payment handled by Payment Gateway',
  testMode: 'Test mode',

  errors: { titlePrefix: 'Error: ', summary: 'Please check' },

  problem: {
    missing: { title: 'There is no such payment', text: 'The address may be incomplete. Go back to the shop and start the payment again.' },
    refused: { title: 'This was refused', text: 'The form was sent from another website. If you wanted to pay, start again in the shop.' },
    unreadable: { title: 'This form could not be read', text: 'Nothing was changed. Open the payment again and fill in its form.' },
    busy: { title: 'Too many requests', text: 'Wait a moment and open the payment again.' },
    failed: {
      title: 'Something went wrong',
      text: 'We could not finish this step. Open the payment again: the page shows where it stands.',
    },
    errorId: 'Error number',
    open: 'Open the payment',
  },
};

export type ShellTexts = typeof en;
