import type { PayerPayment as View } from '../../../products/payments/checkout/payment-page.js';
import type { ShellPage } from '../shell/checkout-step.js';
import type { Screen } from './page-screen.js';
import type { PaymentTexts } from '../../languages/texts.js';

/**
 * The note on a test payment's page, with a link to the simulated party: the bank app, which shows BLIK codes and asks for confirmation, or
 * the page where a displayed payment can be paid.
 * @param sandboxUrl null while the sandbox is off
 */
export function testPaymentNotice(view: View, face: Screen, sandboxUrl: string | null, t: PaymentTexts): ShellPage['simulated'] {
  if (!view.test) return null;
  const { noMoney, app, place } = t.simulated;
  if (sandboxUrl !== null && usesApp(view, face)) return { text: `${noMoney} ${app.text}`, link: app.link, url: `${sandboxUrl}/bank-app` };
  if (view.step.kind === 'display' && view.step.url) return { text: `${noMoney} ${place.text}`, link: place.link, url: view.step.url };
  return { text: noMoney, link: '', url: null };
}

/** Pages on which a code is typed, or the app asks. */
const APP_FACES: readonly Screen[] = ['code', 'consent', 'apps', 'app'];

function usesApp({ channels }: View, face: Screen): boolean {
  return APP_FACES.includes(face) || (face === 'choose' && channels.some(({ takesCode }) => takesCode));
}
