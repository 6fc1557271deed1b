import { Injectable } from '@nestjs/common';
import { referenceToUuid } from '../../../common/reference.js';
import { type ChargeStatus, OPERATORS, OperatorConnectors } from '../../../connectors/operators/operator.port.js';

/** `no_connector`: there is none for the operator; `no_reference`: the reference is not one of ours, so the operator cannot be polled. */
export type UnmatchedChargeStatus = ChargeStatus['outcome'] | 'no_connector' | 'no_reference';

/** Polls an operator about a charge that the database does not have, such as one lost in a restore. It changes nothing. */
@Injectable()
export class PollUnmatchedChargeService {
  constructor(private readonly operators: OperatorConnectors) {}

  async run(party: string, reference: string): Promise<UnmatchedChargeStatus> {
    const operator = OPERATORS.find((name) => name === party);
    const connector = operator && this.operators.of(operator);
    if (!connector) return 'no_connector';
    const own = referenceToUuid(reference);
    return own === null ? 'no_reference' : (await connector.chargeStatus(own)).outcome;
  }
}
