import type { ReferenceModel } from '../model/reference-model.js';
import { digits } from '../model/digits.js';
import { conflicts } from '../model/received-callback.js';

/**
 * Reports about money that the gateway acknowledged in this step although they contradict what is on record, and that had no effect: no
 * entry was made, and staff are not shown them.
 * @param shown what staff are shown as contradicted.
 */
export function ignoredCallbacks(model: ReferenceModel, shown: ReadonlySet<string>): string[] {
  return model.acknowledgedCallbacks.splice(0).flatMap((heard) => {
    if (!conflicts(heard)) return [];
    const { name, reference, state } = heard.of === 'charge' ? heard.charge : heard.attempt;
    if (state !== heard.before || shown.has(digits(reference))) return [];
    return [`${name} is ${state}; the report that its ${heard.of} is ${heard.outcome} was not shown to staff`];
  });
}
