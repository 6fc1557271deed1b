import type { Type } from '@nestjs/common';
import type { RetentionConfig } from '../../runtime/config/retention-settings.js';
import type { GaugeSource } from '../../runtime/metrics/gauge-collector.js';
import type { PeriodicTask } from '../../runtime/scheduling/periodic-tasks.js';
import type { Check } from '../checks/check.js';
import type { List } from '../listing/lists/list.js';
import type { Service } from '../partners/services/service.entity.js';
import type { Area } from '../partners/services/service-status.js';
import type { NotificationKind } from './notification-kind.js';
import type { PersonalDataSource, Retention } from './personal-data-source.js';
import type { SettlementSource } from './settlement-source.js';
import type { TotalSource } from './total-source.js';

/** Gives the process's instance of a class, such as a service of the product. */
export type Get = <T>(provider: abstract new (...args: never[]) => T) => T;

/**
 * What a part of the program declares to the platform: a product, or a part of the platform itself. A part leaves out what it does not have.
 * `Parts` has the declarations of all parts.
 */
export interface Part {
  /** Lists with counters. */
  lists?: readonly List[];
  /** What partners are told. The OpenAPI document describes them, and `GET /events` filters by them. */
  notifications?: readonly NotificationKind[];
  /** Statuses in notifications that mean that the payer has paid. The delay of these notifications is measured separately. */
  paidStatuses?: readonly string[];
  /** What `ledger verify` compares the part's rows with: ledger entries, other rows and their history. */
  checks?: readonly Check[];
  /** How lines of providers' settlement files find the part's rows. */
  settlementSources?: readonly SettlementSource[];
  /** Paid and failed transactions, for sums by hour. */
  totals?: readonly TotalSource[];
  /** Rows with payers' data. */
  personalData?: (get: Get) => readonly PersonalDataSource[];
  /** When payers' data is erased because of its age. */
  retentions?: (settings: RetentionConfig, get: Get) => readonly Retention[];
  /** Work that workers do again and again. */
  tasks?: (get: Get) => readonly PeriodicTask[];
  /** Values that are read at each scrape of the metrics. */
  gauges?: (get: Get) => readonly GaugeSource<string>[];
  /** States of rows that alerts watch, at an operator or an account at an acquirer. Their counters start at zero. */
  watchedStates?: (get: Get) => readonly { subject: string; state: string; connector: string }[];
}

/** A product that partners sell through. Its declaration is the file `….product.ts` in the product's folder. */
export interface Product extends Part {
  /** The first segment of its routes and the first word of its abilities. */
  area: Area;
  /** The product's name for people, also in the OpenAPI document. */
  title: string;
  /** A sentence for the OpenAPI document. */
  description: string;
  /** The services of the product. */
  module: Type;
  /** Only processes that serve the API have them. Routes are matched in this order. */
  controllers: readonly Type[];
  /** The pages on which payers pay. Absent for a product without pages. */
  payerPages?: {
    /** The path before the payment's id, such as `/pay/directbilling`. */
    path: string;
    /**
     * Reads the states of many payments in one query, for open pages. Pages only compare states as texts.
     * @param ids not validated, as browsers sent them. @returns the states by id, without unknown payments.
     */
    readStates(get: Get, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  /** Creates the demo partner's service. */
  createDemoService(get: Get, partnerId: string): Promise<Service>;
}
