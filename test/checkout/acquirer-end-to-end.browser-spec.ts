import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { expectLedgerValid } from '../payments/support/expect-ledger-valid.js';
import { openShop, type PaymentShop } from '../payments/support/payment-shop.js';
import { freePort } from '../support/free-port.js';
import { startWorld, type World } from '../support/world.js';
import { startBrowser } from './support/browser.js';
import { waitUntilVisible, delayPageRefreshes, openTab, expandMethod, type WatchedPage } from './support/browser-page.js';

let world: World;
let shop: PaymentShop;
let browser: Browser;
let tab: WatchedPage;
let sandbox: string;
beforeAll(async () => {
  delayPageRefreshes();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  sandbox = `http://127.0.0.1:${sandboxPort}`;
  const settings = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, SANDBOX_PORT: String(sandboxPort), SANDBOX_URL: sandbox };
  [world, browser] = await Promise.all([startWorld({ ...settings, ROLE: 'all' }), startBrowser()]);
  shop = await openShop(world);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
afterEach(() => expectLedgerValid(world));

const RETURNS = { success: 'https://shop.example/thanks', failure: 'https://shop.example/sorry', pending: 'https://shop.example/pending' };
const BRAZILIAN = { currency: 'BRL', customer: { countryCode: 'BR' } };

describe.each([true, false])('a payer at the simulated acquirer (JavaScript: %s)', (javaScriptEnabled) => {
  beforeEach(async () => {
    tab = await openTab(browser, world.http.baseUrl, { javaScriptEnabled });
  });
  afterEach(async () => {
    const unexpectedProblems = tab.problems.filter((problem) => !problem.startsWith(`request to ${sandbox}/`));
    await tab.close();
    expect(unexpectedProblems).toEqual([]);
  });

  const waitForHeading = (name: string | RegExp, page = tab.page): Promise<void> =>
    waitUntilVisible(page.getByRole('heading', { name, level: 1 }));
  const press = async (name: string | RegExp, page = tab.page): Promise<void> => {
    const button = page.getByRole('button', { name });
    await waitUntilVisible(button);
    await button.click();
  };
  const failureText = (): Promise<string> => tab.page.locator('#failure').innerText();

  async function open(body: Record<string, unknown> = {}): Promise<string> {
    const id = await shop.createNewPayment({ returns: RETURNS, ...body });
    await tab.page.goto(`${world.http.baseUrl}/pay/${id}`);
    return id;
  }

  /** Creates a payment, chooses a method on its page, and waits for the acquirer's page. */
  async function choose(method: string, body: Record<string, unknown> = {}): Promise<string> {
    const id = await open(body);
    await expandMethod(tab.page, method);
    await tab.page.getByText(method, { exact: true }).click();
    await tab.page.locator('button.primary:visible').click();
    await tab.page.waitForURL(`${sandbox}/**`);
    return id;
  }

  async function logIn(): Promise<void> {
    await tab.page.getByLabel('User').fill('demo');
    await tab.page.getByLabel('Password').fill('demo');
    await press('Log in');
    await tab.page.waitForURL('**/confirm');
  }

  async function typeCard(number: string): Promise<void> {
    await tab.page.getByLabel('Card number').fill(number);
    await tab.page.getByLabel('Valid until').fill('12/40');
    await tab.page.getByLabel('Security code').fill('123');
    await press(/^Pay/);
  }

  /** Expects the receipt with a link to the shop, and a paid payment. */
  async function expectPaid(id: string, method: string): Promise<void> {
    await waitForHeading('Paid');
    expect(await tab.page.locator('.receipt').innerText()).toContain(method);
    expect(await shop.readStatus(id)).toBe('paid');
    expect((await shop.attempts(id)).map(({ state }) => state)).toContain('paid');
    expect(await tab.page.getByRole('link', { name: 'Back to the shop' }).getAttribute('href')).toBe(RETURNS.success);
  }

  it('sees the usable methods in the order of the shop', async () => {
    await open({ channels: ['card', 'pekao', 'blik', 'mbank', 'pix'] });
    expect(await tab.page.locator('.tile').allInnerTexts()).toEqual(['Card', 'Bank Pekao', 'mBank', 'BLIK']);
  });

  it('pays by transfer, on the bank’s pages', async () => {
    const id = await choose('mBank');
    await logIn();
    await press('Confirm');
    await expectPaid(id, 'mBank');
  });

  it('refuses at the bank, sees the reason, and pays with a second attempt', async () => {
    const id = await choose('ING Bank Śląski');
    await logIn();
    await press('Refuse');
    await waitForHeading('How do you want to pay?');
    expect(await failureText()).toContain('You or your bank declined the payment.');
    expect(await tab.page.locator('input[value=ing]').isChecked()).toBe(true);
    await tab.page.locator('button.primary:visible').click();
    await tab.page.waitForURL(`${sandbox}/**`);
    await logIn();
    await press('Confirm');
    await expectPaid(id, 'ING Bank Śląski');
    expect((await shop.attempts(id)).map(({ state }) => state)).toEqual(['failed', 'paid']);
  });

  it('leaves the bank without paying, and cancels the payment', async () => {
    const id = await choose('VeloBank');
    await press('Back to the shop without paying');
    await waitForHeading('How do you want to pay?');
    expect(await failureText()).toContain('You left before you paid.');
    await press('Cancel this payment');
    await waitForHeading('Payment cancelled');
    expect(await shop.readStatus(id)).toBe('canceled');
  });

  it('closes the bank’s page, and can continue the running attempt or choose another method', async () => {
    const id = await choose('Alior Bank');
    await tab.page.goto(`${world.http.baseUrl}/pay/${id}`);
    await waitForHeading('Go to your bank (Alior Bank)');
    await tab.page.getByRole('link', { name: 'Go to your bank (Alior Bank)' }).click();
    await tab.page.getByLabel('User').waitFor();
    await tab.page.goBack();
    await waitForHeading('Go to your bank (Alior Bank)');
    await press('Another method');
    await waitForHeading('How do you want to pay?');
    expect((await shop.attempts(id)).length).toBe(1);
  });

  it('pays by card, which asks for 3-D Secure', async () => {
    const id = await choose('Card');
    await typeCard('4242 4242 4242 4242');
    await waitForHeading(/3-D Secure/);
    await press('Confirm');
    await expectPaid(id, 'Card');
  });

  it.each([
    ['4000 0000 0000 0002', 'You or your bank declined the payment.'],
    ['4000 0000 0000 9995', 'The amount is above your balance or a limit of your bank.'],
  ])('sees the decline reason of the card %s', async (number, message) => {
    await choose('Card');
    await typeCard(number);
    await waitForHeading('How do you want to pay?');
    expect(await failureText()).toContain(message);
  });

  it('sees that 3-D Secure failed', async () => {
    await choose('Card');
    await typeCard('4242 4242 4242 4242');
    await press('Refuse');
    await waitForHeading('How do you want to pay?');
    expect(await failureText()).toContain('The confirmation at your bank failed.');
  });

  it.each(['Skrill', 'PayPal'])('pays with the wallet %s', async (wallet) => {
    const id = await choose(wallet);
    await logIn();
    await press('Confirm');
    await waitForHeading(/Paid|The payment was accepted/);
    await expectPaid(id, wallet);
  });

  it('pays with Google Pay', async () => {
    const id = await choose('Google Pay');
    await press('Confirm');
    await expectPaid(id, 'Google Pay');
  });

  it('pays with a voucher’s PIN', async () => {
    const id = await choose('paysafecard');
    await tab.page.getByLabel('PIN of the voucher').fill('0000 0000 0000 0000');
    await press('Continue');
    await press('Confirm');
    await expectPaid(id, 'paysafecard');
  });

  it('pays with a Pix code that the gateway shows', async () => {
    const id = await open({ ...BRAZILIAN, amount: 50 });
    await tab.page.getByText('Pix', { exact: true }).click();
    await tab.page.locator('.method:has([value=pix])').getByLabel('First and last name').fill('Ana Souza');
    await tab.page.locator('.method:has([value=pix])').getByLabel('CPF or CNPJ').fill('123.456.789-09');
    await tab.page.locator('button.primary:visible').click();
    await waitForHeading('Pay with Pix');
    expect(await tab.page.locator('.drawn.qr').isVisible()).toBe(true);
    await payInBank('simulated bank');
    await expectPaid(id, 'Pix');
  });

  it('pays with a boleto that the gateway shows', async () => {
    const id = await open({ ...BRAZILIAN, amount: 50 });
    await tab.page.getByText('Boleto', { exact: true }).click();
    const fields = tab.page.locator('.method:has([value=boleto])');
    await fields.getByLabel('First and last name').fill('Ana Souza');
    await fields.getByLabel('E-mail').fill('ana@example.com');
    await fields.getByLabel('CPF or CNPJ').fill('123.456.789-09');
    await tab.page.locator('button.primary:visible').click();
    await waitForHeading('Pay with Boleto');
    expect((await tab.page.locator('#payload').innerText()).replace(/\D/g, '')).toHaveLength(47);
    expect(await tab.page.locator('.last a').getAttribute('href')).toBe(RETURNS.pending);
    await payInBank('Open the printable voucher');
    await expectPaid(id, 'Boleto');
  });

  describe('with BLIK', () => {
    async function payWith(code: string): Promise<void> {
      await tab.page.getByRole('textbox', { name: 'BLIK code' }).fill(code);
      await tab.page.locator('button.primary:visible').click();
    }

    /** Opens the app of a simulated bank and gets a code from it. */
    async function openApp(bank = 'morski'): Promise<Page> {
      const app = await tab.page.context().newPage();
      await app.goto(`${sandbox}/bank-app/${bank}`);
      await app.locator('#new-code').click();
      await app.locator('.code').waitFor();
      return app;
    }

    it.each([
      ['Confirm', 'Paid', 'paid'],
      ['Refuse', 'Enter a BLIK code', 'generated'],
    ])('enters the code from the app, and presses in the app: %s', async (button, title, status) => {
      const app = await openApp();
      const id = await open();
      await payWith(await app.locator('.code').innerText());
      await waitForHeading('Confirm in your bank’s app');
      await press(button, app);
      await waitForHeading(title);
      expect(await shop.readStatus(id)).toBe(status);
      await app.close();
      if (status === 'paid') return expectPaid(id, 'BLIK');
      expect(await failureText()).toContain('You or your bank declined the payment.');
      await payWith('777123');
      await expectPaid(id, 'BLIK');
    });

    it('does not confirm in the app in time, and chooses another method instead', async () => {
      const app = await openApp('polarny');
      await open();
      await payWith(await app.locator('.code').innerText());
      await waitForHeading('Confirm in your bank’s app');
      await app.close();
      await world.moveTimeForward({ seconds: 61 });
      await waitForHeading('Enter a BLIK code');
      expect(await failureText()).toContain('The payment was not confirmed in time.');
      expect(await tab.page.getByText('4 codes left').isVisible()).toBe(true);
      await press('Another method');
      await waitForHeading('How do you want to pay?');
    });

    it('sees that a code with leading zeros has expired', async () => {
      await open();
      await payWith('000002');
      await waitForHeading('Enter a BLIK code');
      expect(await failureText()).toContain('This BLIK code does not work');
    });
  });

  it('waits while the outcome is unknown, with a link to the shop’s URL for pending payments', async () => {
    await open({ amount: 777.93 }); // the simulated acquirer does not respond to the start, and is polled later
    await tab.page.getByText('mBank', { exact: true }).click();
    await tab.page.locator('button.primary:visible').click();
    await waitForHeading('We are checking the payment');
    expect(await tab.page.locator('.last a').getAttribute('href')).toBe(RETURNS.pending);
    await world.moveTimeForward({ minutes: 2 });
    await waitForHeading('Paid');
  });

  /** Opens a link of the gateway's page in a new tab, and pays at the simulated bank. Without scripts it reloads the gateway's page. */
  async function payInBank(link: string): Promise<void> {
    const opened = tab.page.context().waitForEvent('page');
    await tab.page.getByRole('link', { name: link }).click();
    const bankPage = await opened;
    await bankPage.getByRole('link', { name: 'Pay now in the simulated bank' }).click();
    await press('Confirm', bankPage);
    await waitForHeading('Paid', bankPage);
    await bankPage.close();
    if (!javaScriptEnabled) await tab.page.reload();
  }
});
