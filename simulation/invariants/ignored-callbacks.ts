import type { ReferenceModel } from '../model/reference-model.js';
import { withoutDashes } from '../model/uuid-dashes.js';
import { isConflict } from '../model/received-callback.js';

/**
 * Messages about conflicting callbacks that the gateway acknowledged and then ignored: the state did not change, and staff are not shown
 * the conflict. Empties the model's list of acknowledged callbacks.
 * @param conflicting references, without dashes, of the attempts and charges that staff are shown as conflicting.
 */
export function ignoredCallbacks(model: ReferenceModel, conflicting: ReadonlySet<string>): string[] {
  return model.acknowledgedCallbacks.splice(0).flatMap((callback) => {
    if (!isConflict(callback)) return [];
    const { name, reference, gatewayState } = callback.subject === 'charge' ? callback.charge : callback.attempt;
    if (gatewayState !== callback.stateBefore || conflicting.has(withoutDashes(reference))) return [];
    return [`${name} is ${gatewayState}; the callback that its ${callback.subject} is ${callback.outcome} was not shown to staff`];
  });
}
