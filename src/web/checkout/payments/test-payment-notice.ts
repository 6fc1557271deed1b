import type { PayerPayment as View } from '../../../products/payments/checkout/payment-page.js';
import type { ShellPage } from '../shell/shell-page.js';
import type { Screen } from './page-screen.js';
import type { PaymentTexts } from '../../languages/texts.js';

/**
 * The notice on a test payment's page, with a link to the simulator: the bank app, which shows BLIK codes and confirms payments, or the
 * page on which a displayed payment can be paid.
 * @param sandboxUrl null while the sandbox is off
 */
export function testPaymentNotice(view: View, screen: Screen, sandboxUrl: string | null, t: PaymentTexts): ShellPage['testNotice'] {
  if (!view.test) return null;
  const { noMoney, app, place } = t.simulated;
  if (sandboxUrl !== null && needsBankApp(view, screen))
    return { text: `${noMoney} ${app.text}`, link: app.link, url: `${sandboxUrl}/bank-app` };
  if (view.step.kind === 'display' && view.step.url) return { text: `${noMoney} ${place.text}`, link: place.link, url: view.step.url };
  return { text: noMoney, link: '', url: null };
}

/** Screens on which the payer needs the bank app. */
const APP_SCREENS: readonly Screen[] = ['code', 'consent', 'apps', 'app'];

function needsBankApp({ channels }: View, screen: Screen): boolean {
  return APP_SCREENS.includes(screen) || (screen === 'choose' && channels.some(({ takesCode }) => takesCode));
}
