import { offsetText } from '../common/time/offset-text.js';
import type { Environment } from '../runtime/config/environment.js';
import type { Area } from '../platform/partners/services/service-status.js';
import type { DemoLink } from './demo-links.js';
import type { Demo } from '../demo/seed-demo.service.js';

/**
 * The lines that the gateway prints when all its ports listen: the URLs and the first calls to try.
 * @param aheadMs by how many milliseconds business time is ahead of system time.
 * @param links links that sign in to the panel.
 */
export function startupBanner(environment: Environment, demo: Demo | null, aheadMs: number, links: readonly DemoLink[] = []): string[] {
  const { publicUrl } = environment.http;
  if (environment.app.role === 'worker') return ['', `  Worker running; health on ${publicUrl}/healthz`, ''];
  const lines = ['', `  Payment gateway listens on   ${publicUrl}`, `  Guides and reference         ${publicUrl}/docs`];
  if (environment.sandbox.enabled) {
    const [sandbox, ahead] = [environment.sandbox.url, offsetText(aheadMs)];
    lines.push(
      `  Sandbox (outcomes, clock)    ${sandbox}/`,
      ...(ahead ? [`  Business time                ${ahead} ahead of system time`] : []),
      `  Simulated phone              ${sandbox}/phone`,
      `  Inbox for notifications      ${sandbox}/inbox`,
      `  Notifications may be sent to public addresses. Other networks: ${environment.webhook.allowedNetworks.join(', ') || 'none'}`,
    );
  }
  if (environment.panel.enabled) lines.push(`  Panel                        ${environment.panel.url}/`);
  lines.push(...links.map(({ name, url }) => `  Panel as ${name.padEnd(20)}${url}`));
  if (demo) lines.push(...firstCallLines(publicUrl, demo));
  return [...lines, '', '  Ctrl-C stops everything.', ''];
}

/** The lines that a process with only the sandbox prints when it listens. */
export function sandboxBanner({ sandbox, http }: Environment): string[] {
  return [
    '',
    `  Simulated providers          ${sandbox.url}/`,
    `  Callbacks go to the gateway at ${sandbox.gatewayUrl}, for payers ${http.publicUrl}`,
    '',
    '  Ctrl-C stops everything.',
    '',
  ];
}

/** The demo's token and services, and commands that create a payment. */
function firstCallLines(publicUrl: string, { token, services }: Demo): string[] {
  const idOf = (area: Area): string | undefined => services.find((service) => service.area === area)?.id;
  return [
    '',
    `  Demo token                   ${token}`,
    `  Demo services                ${services.map(({ area, id }) => `${area} ${id}`).join(' · ')}`,
    '',
    '  Try it: create a payment of 12.30 PLN, online or on a phone bill, then open the redirectUrl of the response:',
    '',
    `curl -s ${publicUrl}/payment/${idOf('payment')}/transactions \\`,
    `  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    `  -d '{"amount": 12.30, "description": "My first payment", "control": "order-1"}'`,
    '',
    `curl -s ${publicUrl}/directbilling/${idOf('directbilling')}/transactions \\`,
    `  -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\`,
    `  -d '{"amount": 12.30, "description": "My first payment", "control": "order-1"}'`,
  ];
}
