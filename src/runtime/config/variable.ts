import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { readSecret } from './secret-file.js';

export interface VariableOptions {
  /** The default value, which docs/configuration.md shows. `undefined` means that the variable may be absent. */
  default?: string;
  description: string;
  /** Marks a secret, which may also be in a file that `<name>_FILE` names. */
  secret?: true;
}

export interface VariableSpec extends VariableOptions {
  name: string;
  property: string;
}

type Namespace = new () => object;

const specsByClass = new Map<unknown, VariableSpec[]>();

/** Binds a property of a configuration class to an environment variable. */
export function Variable(name: string, options: VariableOptions): PropertyDecorator {
  return (target, property) => {
    const specs = specsByClass.get(target.constructor) ?? [];
    specs.push({ ...options, name, property: String(property) });
    specsByClass.set(target.constructor, specs);
  };
}

export function variablesOf(namespace: Namespace): readonly VariableSpec[] {
  return specsByClass.get(namespace) ?? [];
}

/** Reads one namespace from the environment. Each problem is added as one message that names the variable. */
export function readNamespace<T extends object>(namespace: new () => T, env: NodeJS.ProcessEnv, problems: string[]): T {
  const specs = variablesOf(namespace);
  const values = Object.fromEntries(
    specs.map(({ name, property, default: fallback, secret }) => {
      const text = secret ? readSecret(name, env, problems) : env[name]?.trim();
      return [property, text || fallback];
    }),
  );
  const config = plainToInstance(namespace, values);
  for (const error of validateSync(config, { skipMissingProperties: false, whitelist: false })) {
    const name = specs.find((spec) => spec.property === error.property)?.name ?? error.property;
    for (const message of Object.values(error.constraints ?? {})) problems.push(message.replaceAll('$name', name));
  }
  return config;
}
