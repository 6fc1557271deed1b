import { InvalidArgumentError } from 'commander';
import { ABILITIES, isGrant } from '../../platform/access/ability.js';

export function parseAbility(text: string): string {
  if (!isGrant(text)) {
    throw new InvalidArgumentError(
      `Known abilities are * for everything, a prefix such as directbilling.* or payment.blik.*, and:\n${ABILITIES.map((ability) => `  ${ability}`).join('\n')}`,
    );
  }
  return text;
}
