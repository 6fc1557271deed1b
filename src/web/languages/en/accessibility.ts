/** The accessibility statement of the payment pages. */
export interface AccessibilityTexts {
  title: string;
  service: { title: string; text: string };
  how: { title: string; points: readonly string[] };
  limits: { title: string; text: string };
  contact: { title: string; text: string; none: string };
}

export const accessibility: AccessibilityTexts = {
  title: 'Accessibility of this payment page',
  service: {
    title: 'The service',
    text: 'On this page you pay for what you ordered in a shop. You choose how to pay, confirm the amount and get a receipt. The page shows at each step what is bought, from whom, and for how much.',
  },
  how: {
    title: 'How it can be used',
    points: [
      'It is designed to meet the Web Content Accessibility Guidelines 2.2 at level AA. Each step is checked by automated tests in every language, in light and dark colours.',
      'Everything can be done with a keyboard and with a screen reader. Errors are listed at the top of a form, with a link to each field.',
      'It works on narrow screens, enlarged to 400 percent, in high contrast, with reduced motion and without JavaScript.',
      'Where there is a time limit, you can ask for more time. A page that moves on automatically can be stopped.',
    ],
  },
  limits: {
    title: 'What we cannot guarantee',
    text: 'SMS messages, the pages of banks and operators, and the shop are provided by others. No independent body has examined this page.',
  },
  contact: {
    title: 'If something does not work for you',
    text: 'Tell us what you wanted to do and what did not work:',
    none: 'Tell the shop what you wanted to do and what did not work. The shop will pass it on.',
  },
};
