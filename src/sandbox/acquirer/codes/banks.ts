import { NotFoundException } from '@nestjs/common';

export interface Bank {
  id: string;
  name: string;
}

/** The banks whose app is simulated. The first bank also confirms codes that no app has displayed. */
export const BANKS = [
  { id: 'debowy', name: 'Bank Dębowy' },
  { id: 'morski', name: 'Bank Morski' },
  { id: 'polarny', name: 'Bank Polarny' },
] as const satisfies readonly Bank[];

export const FIRST_BANK: Bank = BANKS[0];

export function bankOf(id: string): Bank | null {
  return BANKS.find((bank) => bank.id === id) ?? null;
}

/** @throws NotFoundException when no such bank is simulated. */
export function requireBank(id: string): Bank {
  const bank = bankOf(id);
  if (!bank) throw new NotFoundException();
  return bank;
}
