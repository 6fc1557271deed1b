import { NotFoundException } from '@nestjs/common';

/** `48XXXXXXXXX` of a number as it was typed or stands in an address; null when it is no Polish number. */
export function phoneNumberOf(text: string): string | null {
  const digits = /^(?:\+?48|0048)?(\d{9})$/.exec(text.replace(/[\s-]/g, ''))?.[1];
  return digits ? `48${digits}` : null;
}

/** The same for a number in a path, which is none of ours otherwise. */
export function knownNumber(typed: string): string {
  const number = phoneNumberOf(typed);
  if (!number) throw new NotFoundException();
  return number;
}
