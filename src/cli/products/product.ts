import type { INestApplicationContext, Type } from '@nestjs/common';
import type { Option, OptionValues } from 'commander';
import type { EntityManager } from 'typeorm';
import type { SearchScope } from '../../platform/listing/search-newest.js';
import type { CreateServiceInput } from '../../platform/partners/services/create-service.js';
import type { Area } from '../../platform/partners/services/service-status.js';
import type { Service } from '../../platform/partners/services/service.entity.js';
import type { CliCommand } from '../cli-command.js';
import type { Cell } from '../output/cell.js';
import type { Section } from '../output/layout.js';
import type { Session } from '../session.js';

/** What a product adds to the command line. Each has a folder here and a line in `products.ts`; its nouns are in `nouns.ts`. */
export interface Product {
  /** Of its services. */
  area: Area;
  /** As people call it. */
  title: string;
  /** Has the services that its commands use. */
  module: Type;
  services: ProductServices;
  transactions: ProductTransactions;
  /** Commands below `service` for its services only. */
  addServiceCommands?(service: CliCommand): void;
}

/** How `service create`, `set` and `show` make, change and show the product's part of a service. */
export interface ProductServices {
  creation: DetailOptions;
  change: DetailOptions;
  /** Refuses options that do not belong together, before anything is opened. @throws UserError */
  check?(options: OptionValues, session: Session): void;
  /** Creates a service that works at once, or nothing. @throws UserError */
  create(app: INestApplicationContext, service: Omit<CreateServiceInput, 'area'>, options: OptionValues): Promise<Service>;
  /** The caller holds the lock of the service's row. @throws UserError */
  update(app: INestApplicationContext, tx: EntityManager, serviceId: string, options: OptionValues): Promise<void>;
  /** How `partner create --sells` makes a service that can be tried at once. */
  ready: {
    /** In the form of `create`. */
    options(): OptionValues;
    /** A first call of the partner's program. Without a body it is a GET. */
    call(serviceId: string): { path: string; body?: object };
  };
  /** What is shown besides what all services have. */
  show(app: INestApplicationContext, serviceId: string): Promise<Record<string, Cell>>;
}

export interface DetailOptions {
  options: readonly Option[];
  /** Remarks below the command's help. */
  notes: readonly string[];
  /** Ready-to-paste calls, without the program's name. */
  examples: readonly string[];
}

/** How the `transaction` commands find its transactions and show everything about one. */
export interface ProductTransactions {
  /** For the help and for errors. */
  exampleId: string;
  /** @returns the id in the form that the product stores; null when the product has no ids of this form. */
  readId(text: string): string | null;
  /** A sentence that says where ids are found, for the error about one that does not exist. */
  whereIdsAre: string;
  /** @returns null when there is no such transaction. */
  show(app: INestApplicationContext, session: Session, id: string): Promise<TransactionRecord | null>;
  /** What its transactions can be searched by, with the possible values; `any` for free text. */
  searched: Partial<Record<SearchField, readonly string[] | 'any'>>;
  /** Newest first. Called only with what is in `searched`. */
  find(app: INestApplicationContext, search: TransactionSearch): Promise<FoundTransaction[]>;
  /** Reports of operators and acquirers about things that the database does not have, oldest first; absent for a product without reports. */
  unmatched?(app: INestApplicationContext, since: Date): Promise<UnmatchedCallback[]>;
  /** The things that the database has under these names. A name is our reference in any form, or another party's. */
  matched?(app: INestApplicationContext, names: readonly string[]): Promise<MatchedRecord[]>;
  /** Polls a party about something that the database does not have, and changes nothing. @returns its answer; `no_connector` when it cannot be polled. */
  poll?(app: INestApplicationContext, thing: PollTarget): Promise<string>;
}

/** A report about something that the database does not have. */
export interface UnmatchedCallback {
  at: Date;
  /** Operator, or account at an acquirer. */
  party: string;
  kind: string;
  reference: string | null;
  /** Our reference, if the report has it. */
  own: string | null;
  outcome: string;
  /** Null if the report names none. */
  amountMinor: number | null;
  currency: string | null;
}

/** Something that the database has under a name that another party uses. */
export interface MatchedRecord {
  name: string;
  transactionId: string;
  /** State of the charge, attempt or refund. */
  state: string;
}

export interface PollTarget {
  party: string;
  /** Our reference if known, otherwise the party's name. */
  reference: string;
  amountMinor: number | null;
  currency: string | null;
}

/** What transactions are searched by, besides service, partner and time. */
export const SEARCH_FIELDS = ['control', 'number', 'amount', 'phone', 'email', 'operator', 'channel', 'status'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

export interface TransactionSearch extends SearchScope, Partial<Record<SearchField, string>> {}

/** A transaction in a list of all products. */
export interface FoundTransaction {
  id: string;
  serviceId: string;
  status: string;
  amountMinor: number;
  currency: string;
  /** What it was paid through: an operator, a channel, a short number. */
  through: string | null;
  /** Phone number or e-mail address. */
  payer: string | null;
  control: string | null;
  createdAt: Date;
}

/** Everything about one transaction: members of the JSON answer, and blocks of text under headings. */
export interface TransactionRecord {
  json: Record<string, unknown>;
  blocks: readonly Section[];
}
