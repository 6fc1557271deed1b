import type { CliCommand } from './cli-command.js';

/**
 * A noun of the command line, such as `partner`. Its commands are loaded only for a call that needs them, because loading all nouns takes
 * seconds.
 */
export interface Noun {
  name: string;
  description: string;
  /** @returns a function that adds the commands, arguments and options of the noun. */
  load: () => Promise<(noun: CliCommand) => void>;
}

/** The noun that prints the script for completions. The script needs the commands of all nouns. */
export const COMPLETION = 'completion';

/** All nouns, in the order in which the help lists them. */
export const NOUNS: readonly Noun[] = [
  {
    name: 'migrate',
    description: 'bring the database schema up to date, as its owner (DATABASE_OWNER_URL)',
    load: async () => (await import('./commands/migrate.command.js')).addMigrate,
  },
  {
    name: 'partner',
    description: 'merchants who use the gateway',
    load: async () => (await import('./commands/partner.commands.js')).addPartnerCommands,
  },
  {
    name: 'service',
    description: 'services of partners, with their signing keys and notify URLs',
    load: async () => (await import('./service/service.commands.js')).addServiceCommands,
  },
  {
    name: 'token',
    description: 'bearer tokens that partners call the API with',
    load: async () => (await import('./commands/token.commands.js')).addTokenCommands,
  },
  {
    name: 'transaction',
    description: 'find transactions and show their history',
    load: async () => (await import('./transaction/transaction.commands.js')).addTransactionCommands,
  },
  {
    name: 'deliveries',
    description: 'deliveries of notifications to partners',
    load: async () => (await import('./commands/deliveries.commands.js')).addDeliveriesCommands,
  },
  {
    name: 'notification',
    description: 'notifications to partners',
    load: async () => (await import('./commands/notification.commands.js')).addNotificationCommands,
  },
  {
    name: 'directbilling',
    description: 'charges at mobile operators that need attention',
    load: async () => (await import('./products/direct-billing/direct-billing.commands.js')).addDirectBillingCommands,
  },
  {
    name: 'sms',
    description: 'premium SMS: packs of codes and received messages',
    load: async () => (await import('./products/sms/sms.commands.js')).addSmsCommands,
  },
  {
    name: 'payment',
    description: 'online payments that need attention, refunds and payment links',
    load: async () => (await import('./products/payments/payment.commands.js')).addPaymentCommands,
  },
  {
    name: 'rates',
    description: 'exchange rates of the central bank',
    load: async () => (await import('./products/payments/rates.commands.js')).addRatesCommands,
  },
  {
    name: 'channels',
    description: 'marks of the channels on the payers’ pages',
    load: async () => (await import('./products/payments/marks.commands.js')).addMarksCommands,
  },
  {
    name: 'subscription',
    description: 'recurring payments that payers have accepted',
    load: async () => (await import('./products/payments/subscriptions.commands.js')).addSubscriptionCommands,
  },
  {
    name: 'wallet',
    description: 'money that partners earned',
    load: async () => (await import('./commands/wallet.commands.js')).addWalletCommands,
  },
  {
    name: 'settlement',
    description: 'settlements of operators, channels and the SMS gateway',
    load: async () => (await import('./settlement/settlement.commands.js')).addSettlementCommands,
  },
  {
    name: 'statement',
    description: 'a month of the ledger: opening balance, movements by kind and closing balance of each account',
    load: async () => (await import('./commands/statement.command.js')).addStatement,
  },
  {
    name: 'ledger',
    description: 'verify the ledger, seal it and enter corrections',
    load: async () => (await import('./commands/ledger.commands.js')).addLedgerCommands,
  },
  {
    name: 'counters',
    description: 'counters of the rows of each list, by status and time',
    load: async () => (await import('./commands/counters.commands.js')).addCountersCommands,
  },
  {
    name: 'payer',
    description: 'erase the personal data of payers on request',
    load: async () => (await import('./commands/payer.commands.js')).addPayerCommands,
  },
  {
    name: 'panel',
    description: 'people who sign in to the panel',
    load: async () => (await import('./commands/panel.commands.js')).addPanelCommands,
  },
  {
    name: 'audit',
    description: 'who changed what, when, and why',
    load: async () => (await import('./commands/audit.commands.js')).addAuditCommands,
  },
  {
    name: 'restored',
    description: 'refunds and charges that are held back after the database was restored',
    load: async () => (await import('./commands/restored.commands.js')).addRestoredCommands,
  },
  {
    name: 'clock',
    description: 'business time, by which payments expire and subscriptions are charged. The sandbox can move it',
    load: async () => (await import('./commands/clock.commands.js')).addClockCommands,
  },
  {
    name: COMPLETION,
    description: 'print a script that lets the shell complete commands',
    load: async () => (await import('./commands/completion.command.js')).addCompletion,
  },
];
