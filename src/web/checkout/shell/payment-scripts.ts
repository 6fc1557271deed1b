/**
 * All scripts of the payers' pages, with their purpose and the hash that browsers check. After a change of a file, browsers refuse the file
 * and a test fails until the new hash is here. `npm run docs` writes the hash.
 */
export const PAYMENT_SCRIPTS = [
  {
    name: 'checkout.js',
    reason:
      'Updates the page when the payment changes, shows the remaining time, searches the banks, sends each form once, and leads payers back to the shop. The pages work without it.',
    integrity: 'sha384-jgunj0jZkVlLVFNwhYu6TC/1mtNdFtDWau51sKd7FKzR3F/A7SaxwgezzzKCWDPk',
  },
] as const;
