/**
 * Every script that runs on the payers' pages, with what it is for and the hash that browsers check. A changed file does not run, and
 * does not pass the tests, until it is looked at and its hash is written here: `npm run docs` does that.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: 'checkout.js',
    reason:
      'follows the payment, counts down, searches among banks, sends each form once, takes payers back to the shop; the pages work without it',
    integrity: 'sha384-GnqQnxSiZhADN/Wtuqwn+jwkabP4/jLj58cpkblBJOsOxpR9Igzgs+9gSMjSlRJ8',
  },
] as const;
