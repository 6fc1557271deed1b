import { parse } from 'yaml';
import { readDeployed } from './deployed-files.js';

interface Service {
  image: string;
  command?: string[];
  entrypoint?: string[];
  env_file?: { path: string; required: boolean }[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: unknown;
  ports?: string[];
  stop_grace_period?: string;
}

type Variables = Record<string, string>;

export const { services } = parse(readDeployed('compose.yaml'), { merge: true }) as { services: Record<string, Service> };

/** The environment that Compose starts a service with, when `.env` holds these variables. */
export function environmentOf(name: string, dotEnv: Variables): Variables {
  const { env_file = [], environment = {} } = services[name] ?? {};
  const interpolated = Object.entries(environment).map(([variable, value]) => [variable, interpolate(value, dotEnv)]);
  return { ...(env_file.some(({ path }) => path === '.env') && dotEnv), ...(Object.fromEntries(interpolated) as Variables) };
}

/** Replaces `${NAME}`, `${NAME:-default}`, `${NAME:?error}` and their forms without a colon, the innermost first. */
function interpolate(text: string, variables: Variables): string {
  const next = text.replace(/\$\{(\w+)(?:(:?)([-?])([^{}]*))?\}/g, (_, name: string, colon?: string, operator?: string, word = '') => {
    const value = variables[name];
    if (value !== undefined && (value !== '' || !colon)) return value;
    if (operator === '?') throw new Error(String(word));
    return String(word);
  });
  return next === text ? text : interpolate(next, variables);
}
