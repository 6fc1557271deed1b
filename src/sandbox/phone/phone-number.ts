/** `48XXXXXXXXX` of what somebody typed or put into an address, or null when it is no Polish number. */
export function phoneNumberOf(text: string): string | null {
  const digits = /^(?:\+?48|0048)?(\d{9})$/.exec(text.replace(/[\s-]/g, ''))?.[1];
  return digits ? `48${digits}` : null;
}
