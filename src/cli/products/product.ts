import type { INestApplicationContext } from '@nestjs/common';
import type { Option, OptionValues } from 'commander';
import type { EntityManager } from 'typeorm';
import type { SearchScope } from '../../platform/listing/search-newest.js';
import type { CreateServiceInput } from '../../platform/partners/services/create-service.js';
import type { Product } from '../../platform/products/product.js';
import type { Service } from '../../platform/partners/services/service.entity.js';
import type { Commands } from '../command.js';
import type { Cell } from '../output/cell.js';
import type { ResultPart } from '../output/result.js';
import type { Session } from '../session.js';

/**
 * What a product adds to the command line. Each product has a folder next to this file and a line in `products.ts`. Its nouns are in
 * `nouns.ts`.
 */
export interface ProductCommands {
  services: ProductServices;
  transactions: ProductTransactions;
  /** Commands below `service` for its services only, by name. */
  serviceCommands?: Commands;
}

export type CliProduct = Pick<Product, 'area' | 'title'> & ProductCommands;

/** How `service create`, `set` and `show` create, change and print the product's part of a service. */
export interface ProductServices {
  creation: DetailOptions;
  /** Absent when there is nothing to change, like `update`. */
  change?: DetailOptions;
  /** Rejects options that are not allowed, or not allowed together, before the application is opened. @throws UserError */
  check?(options: OptionValues, session: Session): void;
  /** Creates a complete service that can be used immediately, or nothing. @throws UserError */
  create(app: INestApplicationContext, service: Omit<CreateServiceInput, 'area'>, options: OptionValues): Promise<Service>;
  /** The caller holds the lock of the service's row. @throws UserError */
  update?(app: INestApplicationContext, tx: EntityManager, serviceId: string, options: OptionValues): Promise<void>;
  /** How `partner create --sells` creates a service that can be tried immediately. */
  instantSetup: {
    /** Options for `create`. */
    options(): OptionValues;
    /** A first call for the partner's program. A call without a body is a GET. */
    call(serviceId: string): { path: string; body?: object };
  };
  /** The fields that this product adds to those that all services have. */
  show(app: INestApplicationContext, serviceId: string): Promise<Record<string, Cell>>;
}

export interface DetailOptions {
  options: readonly Option[];
  /** Remarks below the command's help. */
  notes: readonly string[];
  /** Ready-to-paste calls, without the program's name. */
  examples: readonly string[];
}

/** How the `transaction` commands find the product's transactions and show everything about one. */
export interface ProductTransactions {
  /** An id for the help and for error messages. */
  exampleId: string;
  /** @returns the id in the form that the product stores; null when the product has no ids of this form. */
  readId(text: string): string | null;
  /** A sentence that says where ids are found, for the error about an id that does not exist. */
  idHint: string;
  /** Everything about one transaction. @returns null when there is no such transaction. */
  show(app: INestApplicationContext, session: Session, id: string): Promise<readonly ResultPart[] | null>;
  /** The fields by which the product's transactions can be searched, with the possible values. `any` is free text. */
  searchFields: Partial<Record<SearchField, readonly string[] | 'any'>>;
  /** Finds transactions, newest first. Called only with fields and values that are in `searchFields`. */
  find(app: INestApplicationContext, search: TransactionSearch): Promise<FoundTransaction[]>;
  /** Unmatched callbacks of operators and acquirers, oldest first. Absent for a product without callbacks. */
  unmatched?(app: INestApplicationContext, since: Date): Promise<UnmatchedCallback[]>;
  /**
   * Finds the records of the database that have these references.
   * @param names the gateway's references in any form, or the provider's.
   */
  matched?(app: INestApplicationContext, names: readonly string[]): Promise<MatchedRecord[]>;
  /**
   * Polls a provider about an unmatched record, and changes nothing.
   * @returns the outcome, or `no_connector` when the provider cannot be polled.
   */
  poll?(app: INestApplicationContext, target: PollTarget): Promise<string>;
}

/** A callback that is about a charge, an attempt or a refund of which the database has no record. */
export interface UnmatchedCallback {
  at: Date;
  /** Operator, or account at an acquirer. */
  provider: string;
  /** What the callback is about, such as `charge` or `attempt`. */
  kind: string;
  /** The reference in the callback: the provider's, or the gateway's. Null if the callback has none. */
  reference: string | null;
  /** The gateway's reference, if the callback has it. */
  gatewayReference: string | null;
  outcome: string;
  /** Null if the callback has no amount. */
  amountMinor: number | null;
  currency: string | null;
}

/** A record of the database that has one of the requested references, which is `reference`. */
export interface MatchedRecord {
  reference: string;
  transactionId: string;
  /** State of the charge, attempt or refund. */
  state: string;
}

export interface PollTarget {
  provider: string;
  /** The gateway's reference if known, otherwise the provider's. */
  reference: string;
  amountMinor: number | null;
  currency: string | null;
}

/** The fields that transactions are searched by, in addition to service, partner and time. */
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
  /** The operator, the channel or the short number that the payer used. */
  through: string | null;
  /** Phone number or e-mail address. */
  payer: string | null;
  control: string | null;
  createdAt: Date;
}
