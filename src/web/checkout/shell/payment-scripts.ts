/**
 * All scripts of the payers' pages, with their purpose and the hash that browsers check. After a change of a file, browsers refuse the file
 * and a test fails until the new hash is here. `npm run docs` writes the hash.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: 'checkout.js',
    reason:
      'follows the payment, counts down, searches among banks, sends each form once, takes payers back to the shop; the pages work without it',
    integrity: 'sha384-jgunj0jZkVlLVFNwhYu6TC/1mtNdFtDWau51sKd7FKzR3F/A7SaxwgezzzKCWDPk',
  },
] as const;
