import { parse } from 'yaml';

/** All PromQL expressions in a rules file or a dashboard. JSON is YAML, too. */
export function expressionsOf(text: string): string[] {
  const expressions: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'expr' && typeof inner === 'string') expressions.push(inner);
      else walk(inner);
    }
  };
  walk(parse(text));
  return expressions;
}

/** Names of the gateway's metrics in an expression. Prometheus itself checks the syntax of expressions. */
export function gatewayMetricsIn(expression: string): string[] {
  return expression.match(/\b(?:gateway|nodejs|process)_\w+/g) ?? [];
}
