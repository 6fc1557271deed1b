import { CALL } from '../examples.js';
import { UserError } from '../user-error.js';

export function unknownDelivery(id: string): UserError {
  return new UserError(`There is no delivery ${id}. See the deliveries: ${CALL} deliveries list`);
}
