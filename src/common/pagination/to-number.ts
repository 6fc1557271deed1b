/** Query text to a number, for `@Transform`; anything else is left as it is so that validation names the field. */
export const toNumber = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
