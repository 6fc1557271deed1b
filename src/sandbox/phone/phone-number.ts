import { NotFoundException } from '@nestjs/common';

/** Normalises a number to `48XXXXXXXXX`; null when the text is no Polish number. */
export function phoneNumberOf(text: string): string | null {
  const digits = /^(?:\+?48|0048)?(\d{9})$/.exec(text.replace(/[\s-]/g, ''))?.[1];
  return digits ? `48${digits}` : null;
}

/** Like `phoneNumberOf`, for a number in a path. @throws NotFoundException when the text is no Polish number */
export function requirePhoneNumber(text: string): string {
  const number = phoneNumberOf(text);
  if (!number) throw new NotFoundException();
  return number;
}
