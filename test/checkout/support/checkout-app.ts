import { Global, Module } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { CheckoutModule } from '../../../src/web/checkout/checkout.module.js';
import { BusinessClock } from '../../../src/common/time/clocks.js';
import { ConfigModule } from '../../../src/runtime/config/config.module.js';
import { readEnvironment } from '../../../src/runtime/config/environment.js';
import { ChangeNumberService } from '../../../src/products/direct-billing/checkout/change-number.service.js';
import { CheckoutQueries } from '../../../src/products/direct-billing/checkout/checkout.queries.js';
import { ExtendTimeService } from '../../../src/products/direct-billing/checkout/extend-time.service.js';
import { SendCodeService } from '../../../src/products/direct-billing/checkout/send-code.service.js';
import { SubmitCodeService } from '../../../src/products/direct-billing/checkout/submit-code.service.js';
import { DirectBillingModule } from '../../../src/products/direct-billing/direct-billing.module.js';
import { ServiceBrandQuery } from '../../../src/platform/partners/brand/service-brand.query.js';
import { PartsModule } from '../../../src/platform/products/parts.module.js';
import { DIRECT_BILLING } from '../../../src/products/direct-billing/direct-billing.product.js';
import { PAYMENTS } from '../../../src/products/payments/payments.product.js';
import { DomainErrorFilter } from '../../../src/runtime/http/domain-error.filter.js';
import { closeUnusedConnections, keepIdleConnections } from '../../../src/runtime/http/keep-alive.js';
import { ErrorHelp } from '../../../src/runtime/http/help/error-help.js';
import { InputValidationPipe } from '../../../src/runtime/http/input-validation.pipe.js';
import { createLogger, LOGGER } from '../../../src/runtime/logging/logger.js';
import { LoggingModule } from '../../../src/runtime/logging/logging.module.js';
import { PollAttemptService } from '../../../src/products/payments/attempts/poll-attempt.service.js';
import { AbandonAttemptService } from '../../../src/products/payments/attempts/abandon-attempt.service.js';
import { StartAttemptService } from '../../../src/products/payments/attempts/start/start-attempt.service.js';
import { SubmitBlikCodeService } from '../../../src/products/payments/attempts/start/submit-blik-code.service.js';
import { ExtendPaymentTimeService } from '../../../src/products/payments/checkout/extend-payment-time.service.js';
import { MandateLinks } from '../../../src/products/payments/checkout/mandate-links.js';
import { PayerSubscriptionQuery } from '../../../src/products/payments/checkout/payer-subscription.query.js';
import { CancelSubscriptionService } from '../../../src/products/payments/subscriptions/cancel-subscription.service.js';
import { KeyVault } from '../../../src/platform/partners/keys/key-vault.js';
import { PaymentPageQuery } from '../../../src/products/payments/checkout/payment-page.query.js';
import { PaymentStatesQuery } from '../../../src/products/payments/checkout/payment-states.query.js';
import { ChannelMarksQuery } from '../../../src/products/payments/payment-methods/marks/channel-marks.query.js';
import { PayLinkService } from '../../../src/products/payments/links/pay-link.service.js';
import { PayerLinkQuery } from '../../../src/products/payments/links/payer-link.query.js';
import { PickAppService } from '../../../src/products/payments/blik-level0/pick-app.service.js';
import { ConfirmChargeService } from '../../../src/products/payments/subscriptions/charges/confirm-charge.service.js';
import { AcceptSubscriptionService } from '../../../src/products/payments/subscriptions/accept-subscription.service.js';
import { PaymentsModule } from '../../../src/products/payments/payments.module.js';
import { LOGO } from './brand.js';
import { LINK_TOKEN } from './every-link-page.js';
import { FakeOnlinePayment, SUBSCRIPTION_ID } from './fake-online-payment.js';
import { FakePayment, NOW, PAYMENT_ID } from './fake-payment.js';

export interface CheckoutApp {
  payment: FakePayment;
  /** URL of the DirectBilling payment's page. */
  pageUrl: string;
  online: FakeOnlinePayment;
  /** URL of the online payment's page. */
  onlineUrl: string;
  /** URL of the subscription's page, with its signature. */
  subscriptionUrl: string;
  /** URL of the payment link's page. */
  linkUrl: string;
  origin: string;
  close(): Promise<void>;
}

/** Serves the payer's pages over HTTP, with payments in memory instead of the products. */
export async function startCheckout(settings: NodeJS.ProcessEnv = { SANDBOX: 'off' }): Promise<CheckoutApp> {
  const environment = readEnvironment({ PORT: '0', LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost', ...settings });
  const links = new MandateLinks(new KeyVault(environment));
  const payment = new FakePayment();
  const online = new FakeOnlinePayment();
  const services = [
    {
      provide: CheckoutQueries,
      useValue: {
        view: (id: string) => asPromise(() => payment.find(id)),
        stages: (ids: string[]) => asPromise(() => payment.states(ids)),
      },
    },
    {
      provide: SendCodeService,
      useValue: {
        run: (...args: unknown[]) => asPromise(() => payment.send(...args)),
        resend: (...args: unknown[]) => asPromise(() => payment.send(...args)),
      },
    },
    { provide: SubmitCodeService, useValue: { run: (...args: unknown[]) => asPromise(() => payment.submit(...args)) } },
    { provide: ExtendTimeService, useValue: { run: (...args: unknown[]) => asPromise(() => payment.extend(...args)) } },
    { provide: ChangeNumberService, useValue: { run: (...args: unknown[]) => asPromise(() => payment.change(...args)) } },
  ];
  @Module({ providers: services, exports: services })
  class InMemoryDirectBilling {}

  const onlineServices = [
    { provide: PaymentPageQuery, useValue: { run: (id: string) => asPromise(() => online.find(id)) } },
    { provide: ChannelMarksQuery, useValue: online.installedMarks() },
    { provide: PaymentStatesQuery, useValue: { run: (ids: string[]) => asPromise(() => online.states(ids)) } },
    { provide: StartAttemptService, useValue: { run: (...args: unknown[]) => asPromise(() => online.start(...args)) } },
    { provide: SubmitBlikCodeService, useValue: { run: (...args: unknown[]) => asPromise(() => online.submit(...args)) } },
    { provide: PickAppService, useValue: { run: (...args: unknown[]) => asPromise(() => online.pickBankApp(...args)) } },
    { provide: AcceptSubscriptionService, useValue: { run: (...args: unknown[]) => asPromise(() => online.acceptOffer(...args)) } },
    { provide: PayerLinkQuery, useValue: { run: (token: string) => asPromise(() => (token === LINK_TOKEN ? online.link : null)) } },
    { provide: PayLinkService, useValue: { run: () => asPromise(() => ({ ok: true, transactionId: PAYMENT_ID })) } },
    { provide: MandateLinks, useValue: links },
    { provide: PayerSubscriptionQuery, useValue: { run: (id: string) => asPromise(() => online.findSubscription(id)) } },
    { provide: CancelSubscriptionService, useValue: { run: (...args: unknown[]) => asPromise(() => online.cancelSubscription(...args)) } },
    { provide: ConfirmChargeService, useValue: { run: (...args: unknown[]) => asPromise(() => online.charge(...args)) } },
    { provide: PollAttemptService, useValue: { pollOnReturn: (...args: unknown[]) => asPromise(() => online.handleReturn(...args)) } },
    { provide: ExtendPaymentTimeService, useValue: { run: (...args: unknown[]) => asPromise(() => online.extend(...args)) } },
    {
      provide: AbandonAttemptService,
      useValue: {
        run: (...args: unknown[]) => asPromise(() => online.leave(...args)),
        cancelPayment: (...args: unknown[]) => asPromise(() => online.cancel(...args)),
      },
    },
  ];
  @Module({ providers: onlineServices, exports: onlineServices })
  class InMemoryPayments {}

  const platform = [
    { provide: BusinessClock, useValue: { now: () => NOW } },
    { provide: ServiceBrandQuery, useValue: { logo: (hash: string) => Promise.resolve(hash === LOGO.hash ? LOGO : null) } },
  ];
  @Global()
  @Module({ providers: platform, exports: platform })
  class InMemoryPlatform {}

  const testing = await Test.createTestingModule({
    imports: [
      CheckoutModule,
      InMemoryPlatform,
      PartsModule.forRoot([DIRECT_BILLING, PAYMENTS]),
      ConfigModule.forRoot(environment),
      LoggingModule.forRoot(createLogger('silent')),
    ],
  })
    .overrideModule(DirectBillingModule)
    .useModule(InMemoryDirectBilling)
    .overrideModule(PaymentsModule)
    .useModule(InMemoryPayments)
    .compile();
  const app = testing.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
  const help = new ErrorHelp({ publicUrl: environment.http.publicUrl, hintsForAll: false, routeHint: () => undefined });
  app.useGlobalPipes(new InputValidationPipe());
  app.useGlobalFilters(new DomainErrorFilter(app.get(LOGGER), help));
  keepIdleConnections(app.getHttpServer(), 75_000);
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    payment,
    online,
    origin,
    pageUrl: `${origin}/pay/directbilling/${PAYMENT_ID}`,
    onlineUrl: `${origin}/pay/${PAYMENT_ID}`,
    subscriptionUrl: `${origin}/pay/agreements/${SUBSCRIPTION_ID}/${links.signatureOf(SUBSCRIPTION_ID)}`,
    linkUrl: `${origin}/pay/link/${LINK_TOKEN}`,
    close: () => {
      closeUnusedConnections(app.getHttpServer());
      return app.close();
    },
  };
}

/** Rejects with the failure that the test has set, as a failed database query does. */
function asPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => resolve(work()));
}
