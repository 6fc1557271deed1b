import { type DynamicModule, type INestApplicationContext, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import type { Logger } from 'pino';
import { DeclaredRoutes } from '../../platform/access/declared-routes.js';
import { ConfigModule } from '../../runtime/config/config.module.js';
import type { Environment } from '../../runtime/config/environment.js';
import { LoggingModule } from '../../runtime/logging/logging.module.js';
import { PageSecurity } from '../pages/page-security.middleware.js';
import { PagesModule } from '../pages/pages.module.js';
import { AccountController } from './account/account.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { borrowedFrom } from './borrowed.js';
import { ExceptionLists } from './exceptions/exception-lists.js';
import { ExceptionsController } from './exceptions/exceptions.controller.js';
import { HeldController } from './exceptions/held.controller.js';
import { HomeScreenController } from './home/home.controller.js';
import { HealthScreenController } from './health/health.controller.js';
import { SettlementFilesController } from './health/settlement-files.controller.js';
import { InvitationController } from './invitation/invitation.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { TokensController } from './keys/tokens.controller.js';
import { CodesController } from './codes/codes.controller.js';
import { PanelSubscriptionsController } from './subscriptions/subscriptions.controller.js';
import { PanelLinksController } from './links/links.controller.js';
import { ProductDetails } from './services/product-details.js';
import { ServicesController } from './services/services.controller.js';
import { ActingPerson } from './shell/acting-person.interceptor.js';
import { PanelErrorFilter } from './shell/panel-error.filter.js';
import { PanelGuard } from './shell/panel.guard.js';
import { PanelPage } from './shell/panel-page.js';
import { PartnersController } from './partners/partners.controller.js';
import { VerificationController } from './partners/verification.controller.js';
import { EndpointsController } from './notifications/endpoints.controller.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { ResendController } from './notifications/resend.controller.js';
import { MoneyController } from './money/money.controller.js';
import { ManualEntryController } from './money/manual-entry.controller.js';
import { SignatureController } from './signature/signature.controller.js';
import { DemoController } from './sign-in/demo.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { TeamController } from './team/team.controller.js';
import { TransactionController } from './transaction/transaction.controller.js';
import { TransactionFactsQuery } from './transaction/transaction-facts.query.js';
import { TransactionSearchQuery } from './transactions/transaction-search.query.js';
import { TransactionsController } from './transactions/transactions.controller.js';
import { WalletScreenController } from './wallet/wallet.controller.js';

export interface PanelSetup {
  environment: Environment;
  logger: Logger;
  /** The gateway's application, whose services the screens call. */
  gateway: INestApplicationContext;
}

/** The panel for the people of partners and for staff. It has an origin of its own. */
@Module({})
export class PanelModule implements NestModule {
  static forRoot({ environment, logger, gateway }: PanelSetup): DynamicModule {
    return {
      module: PanelModule,
      imports: [
        ConfigModule.forRoot(environment),
        LoggingModule.forRoot(logger),
        PagesModule.forOrigin(environment.panel.url),
        DiscoveryModule,
      ],
      controllers: [
        SignInController,
        DemoController,
        InvitationController,
        AccountController,
        TeamController,
        ServicesController,
        CodesController,
        PanelSubscriptionsController,
        PanelLinksController,
        KeysController,
        TokensController,
        AuditController,
        TransactionsController,
        TransactionController,
        WalletScreenController,
        ManualEntryController,
        MoneyController,
        EndpointsController,
        NotificationsController,
        ResendController,
        SignatureController,
        PartnersController,
        VerificationController,
        HeldController,
        ExceptionsController,
        HomeScreenController,
        HealthScreenController,
        SettlementFilesController,
      ],
      providers: [
        ...borrowedFrom(gateway),
        DeclaredRoutes,
        PanelPage,
        TransactionSearchQuery,
        ExceptionLists,
        ProductDetails,
        TransactionFactsQuery,
        { provide: APP_GUARD, useClass: PanelGuard },
        { provide: APP_INTERCEPTOR, useClass: ActingPerson },
        { provide: APP_FILTER, useClass: PanelErrorFilter },
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(PageSecurity).forRoutes('{*path}');
  }
}
