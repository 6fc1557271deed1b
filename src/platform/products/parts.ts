import type { RetentionConfig } from '../../runtime/config/retention-settings.js';
import type { Area } from '../partners/services/service-status.js';
import type { List } from '../listing/lists/list.js';
import type { EntryCheck } from './entry-check.js';
import type { NotificationKind } from './notification-kind.js';
import type { PersonalDataSource, Retention } from './personal-data-source.js';
import type { Get, Part, Product } from './product.js';
import type { RowCheck } from './row-check.js';
import type { SettlementSource } from './settlement-source.js';
import type { TotalLog, TotalSource } from './total-source.js';

/** The declarations of all parts of the program, each the same in every process. Only workers run the tasks. */
export class Parts {
  /** @param get gives the process's instances of the services that declarations name. */
  constructor(
    readonly all: readonly Part[],
    readonly get: Get,
  ) {
    const products = this.products.map(({ area: name }) => ({ name }));
    const declarations = { list: this.lists, notification: this.notifications, product: products };
    for (const [kind, named] of Object.entries(declarations)) rejectRepeated(kind, named);
  }

  get products(): readonly Product[] {
    return this.all.filter((part): part is Product => 'area' in part);
  }

  productOf(area: Area): Product {
    const product = this.products.find((candidate) => candidate.area === area);
    if (!product) throw new Error(`There is no product ${area}.`);
    return product;
  }

  get lists(): readonly List[] {
    return this.all.flatMap(({ lists = [] }) => lists);
  }

  get notifications(): readonly NotificationKind[] {
    return this.all.flatMap(({ notifications = [] }) => notifications);
  }

  get paidStatuses(): string[] {
    return this.all.flatMap(({ paidStatuses = [] }) => paidStatuses);
  }

  get entryChecks(): readonly EntryCheck[] {
    return this.all.flatMap(({ entryChecks = [] }) => entryChecks);
  }

  get rowChecks(): readonly RowCheck[] {
    return this.all.flatMap(({ rowChecks = [] }) => rowChecks);
  }

  get personalData(): readonly PersonalDataSource[] {
    return this.all.flatMap(({ personalData }) => personalData?.(this.get) ?? []);
  }

  retentions(settings: RetentionConfig): readonly Retention[] {
    return this.all.flatMap(({ retentions }) => retentions?.(settings, this.get) ?? []);
  }

  /** The sources for a provider's settlement files. When no source names the provider, these are all sources. */
  settlementSourcesOf(provider: string): readonly SettlementSource[] {
    const sources = this.all.flatMap(({ settlementSources = [] }) => settlementSources);
    const matching = sources.filter(({ providers }) => providers.includes(provider));
    return matching.length > 0 ? matching : sources;
  }

  totalsOf(log: TotalLog): readonly TotalSource[] {
    return this.all.flatMap(({ totals = [] }) => totals).filter((source) => source.log === log);
  }
}

/** @throws Error when two have the same name. */
function rejectRepeated(kind: string, named: readonly { name: string }[]): void {
  const repeated = named.find(({ name }, index) => named.slice(0, index).some((other) => other.name === name));
  if (repeated) throw new Error(`Two ${kind}s have the name ${repeated.name}. Give each ${kind} its own name.`);
}
