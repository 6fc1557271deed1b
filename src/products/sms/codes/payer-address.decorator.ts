import { isIP } from 'node:net';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalidField } from '../../../common/errors/domain-error.js';

export const PAYER_ADDRESS = {
  name: 'Payer-Address',
  required: false,
  description:
    'IP address from which the payer gave the code to you. Wrong codes are then counted for him, so that one who guesses, or ' +
    'mistypes, keeps only himself waiting; without it they count for the whole service.',
  schema: { type: 'string', example: '203.0.113.7' },
} as const;

/** The IP address in the header `Payer-Address`, or null without the header. @throws DomainError VALIDATION_ERROR for any other value. */
export const PayerAddress = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const header = context.switchToHttp().getRequest<Request>().get(PAYER_ADDRESS.name);
  if (header === undefined) return null;
  const address = header.trim();
  if (isIP(address) === 0 || address.includes('%')) {
    throw invalidField(PAYER_ADDRESS.name, 'The header Payer-Address must be the IP address of the payer, such as 203.0.113.7.');
  }
  return address;
});
