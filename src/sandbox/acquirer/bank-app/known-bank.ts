import { NotFoundException } from '@nestjs/common';
import { type Bank, bankOf } from '../codes/banks.js';

/** @throws NotFoundException when no such bank is simulated. */
export function knownBank(id: string): Bank {
  const bank = bankOf(id);
  if (!bank) throw new NotFoundException();
  return bank;
}
