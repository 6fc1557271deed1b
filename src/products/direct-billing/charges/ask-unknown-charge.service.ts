import { Injectable } from '@nestjs/common';
import { uuidOf } from '../../../common/reference.js';
import { type ChargeStatus, OPERATORS, OperatorConnectors } from '../../../connectors/operators/operator.port.js';

/** `no_connector`: there is none for the operator; `no_reference`: it is no name of the gateway's, and operators know no other. */
export type UnknownChargeAnswer = ChargeStatus['outcome'] | 'no_connector' | 'no_reference';

/** Asks an operator what became of a charge that the books do not have, such as one of the moments before a restore. It changes nothing. */
@Injectable()
export class AskUnknownChargeService {
  constructor(private readonly operators: OperatorConnectors) {}

  async run(party: string, reference: string): Promise<UnknownChargeAnswer> {
    const operator = OPERATORS.find((name) => name === party);
    const connector = operator && this.operators.of(operator);
    if (!connector) return 'no_connector';
    const own = uuidOf(reference);
    return own === null ? 'no_reference' : (await connector.chargeStatus(own)).outcome;
  }
}
