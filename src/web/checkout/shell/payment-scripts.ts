/**
 * Every script of the payers' pages, with its purpose and the hash that browsers check. Browsers refuse a changed file, and a test fails, until
 * its new hash stands here; `npm run docs` writes it.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: 'checkout.js',
    reason:
      'follows the payment, counts down, searches among banks, sends each form once, takes payers back to the shop; the pages work without it',
    integrity: 'sha384-jgunj0jZkVlLVFNwhYu6TC/1mtNdFtDWau51sKd7FKzR3F/A7SaxwgezzzKCWDPk',
  },
] as const;
