import { parse } from 'yaml';

/** Every PromQL expression in a rules file or a dashboard (JSON is YAML as well). */
export function expressionsOf(text: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'expr' && typeof inner === 'string') found.push(inner);
      else walk(inner);
    }
  };
  walk(parse(text));
  return found;
}

/** Names of the gateway's metrics in an expression. Whether it is PromQL is for Prometheus to say. */
export function metricsNamed(expression: string): string[] {
  return expression.match(/\b(?:gateway|nodejs|process)_\w+/g) ?? [];
}
