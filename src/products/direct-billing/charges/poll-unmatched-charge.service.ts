import { Injectable } from '@nestjs/common';
import { referenceToUuid } from '../../../common/reference.js';
import { type ChargeStatus, OPERATORS, OperatorConnectors } from '../../../connectors/operators/operator.port.js';

/** `no_connector`: the operator has no connector. `no_reference`: the text is no reference of the gateway. */
export type UnmatchedChargeStatus = ChargeStatus['outcome'] | 'no_connector' | 'no_reference';

/** Polls an operator about an unmatched charge, for example one that was lost when a backup was restored. Changes nothing. */
@Injectable()
export class PollUnmatchedChargeService {
  constructor(private readonly operators: OperatorConnectors) {}

  async run(operatorName: string, reference: string): Promise<UnmatchedChargeStatus> {
    const operator = OPERATORS.find((name) => name === operatorName);
    const connector = operator && this.operators.of(operator);
    if (!connector) return 'no_connector';
    const chargeReference = referenceToUuid(reference);
    return chargeReference === null ? 'no_reference' : (await connector.chargeStatus(chargeReference)).outcome;
  }
}
