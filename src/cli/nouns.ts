import type { Declaration } from './command.js';

/**
 * A noun of the command line, such as `partner`. Its commands are loaded only for a call that needs them, because loading all nouns takes
 * seconds.
 */
export interface Noun {
  description: string;
  load: () => Promise<Declaration>;
}

/** The noun that prints the script for completions. The script needs the commands of all nouns. */
export const COMPLETION = 'completion';

/** All nouns by name, in the order in which the help lists them. */
export const NOUNS: Readonly<Record<string, Noun>> = {
  migrate: {
    description: 'bring the database schema up to date, as its owner (DATABASE_OWNER_URL)',
    load: async () => (await import('./commands/migrate.command.js')).migrateCommand,
  },
  partner: {
    description: 'merchants who use the gateway',
    load: async () => (await import('./commands/partner.commands.js')).partner,
  },
  service: {
    description: 'services of partners, with their signing keys and notify URLs',
    load: async () => (await import('./service/service.commands.js')).service,
  },
  token: {
    description: 'bearer tokens that partners call the API with',
    load: async () => (await import('./commands/token.commands.js')).token,
  },
  transaction: {
    description: 'find transactions and show their history',
    load: async () => (await import('./transaction/transaction.commands.js')).transaction,
  },
  deliveries: {
    description: 'deliveries of notifications to partners',
    load: async () => (await import('./commands/deliveries.commands.js')).deliveries,
  },
  notification: {
    description: 'notifications to partners',
    load: async () => (await import('./commands/notification.commands.js')).notification,
  },
  directbilling: {
    description: 'charges at mobile operators that need attention',
    load: async () => (await import('./products/direct-billing/direct-billing.commands.js')).directBilling,
  },
  sms: {
    description: 'premium SMS: packs of codes and received messages',
    load: async () => (await import('./products/sms/sms.commands.js')).sms,
  },
  payment: {
    description: 'online payments that need attention, refunds and payment links',
    load: async () => (await import('./products/payments/payment.commands.js')).payment,
  },
  rates: {
    description: 'exchange rates of the central bank',
    load: async () => (await import('./products/payments/rates.commands.js')).rates,
  },
  channels: {
    description: 'marks of the channels on the payers’ pages',
    load: async () => (await import('./products/payments/marks.commands.js')).channels,
  },
  subscription: {
    description: 'recurring payments that payers have accepted',
    load: async () => (await import('./products/payments/subscriptions.commands.js')).subscription,
  },
  wallet: {
    description: 'money that partners earned',
    load: async () => (await import('./commands/wallet.commands.js')).wallet,
  },
  settlement: {
    description: 'settlements of operators, channels and the SMS gateway',
    load: async () => (await import('./settlement/settlement.commands.js')).settlement,
  },
  statement: {
    description: 'a month of the ledger: opening balance, movements by kind and closing balance of each account',
    load: async () => (await import('./commands/statement.command.js')).statementCommand,
  },
  ledger: {
    description: 'verify the ledger, seal it and enter corrections',
    load: async () => (await import('./commands/ledger.commands.js')).ledger,
  },
  counters: {
    description: 'counters of the rows of each list, by status and time',
    load: async () => (await import('./commands/counters.commands.js')).counters,
  },
  payer: {
    description: 'erase the personal data of payers on request',
    load: async () => (await import('./commands/payer.commands.js')).payer,
  },
  panel: {
    description: 'people who sign in to the panel',
    load: async () => (await import('./commands/panel.commands.js')).panel,
  },
  audit: {
    description: 'who changed what, when, and why',
    load: async () => (await import('./commands/audit.commands.js')).audit,
  },
  restored: {
    description: 'refunds and charges that are held back after the database was restored',
    load: async () => (await import('./commands/restored.commands.js')).restored,
  },
  clock: {
    description: 'business time, by which payments expire and subscriptions are charged. The sandbox can move it',
    load: async () => (await import('./commands/clock.commands.js')).clock,
  },
  [COMPLETION]: {
    description: 'print a script that lets the shell complete commands',
    load: async () => (await import('./commands/completion.command.js')).completionCommand,
  },
};
