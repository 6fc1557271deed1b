import { OPERATORS, type Operator, type OperatorConnector, OperatorConnectors } from './operator.port.js';

/** The operator connectors of this process. */
export class OperatorConnectorRegistry extends OperatorConnectors {
  constructor(private readonly connectors: ReadonlyMap<Operator, OperatorConnector>) {
    super();
  }

  available(): readonly Operator[] {
    return OPERATORS.filter((operator) => this.connectors.has(operator));
  }

  of(operator: Operator): OperatorConnector | null {
    return this.connectors.get(operator) ?? null;
  }
}
