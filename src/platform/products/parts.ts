import type { RetentionConfig } from '../../runtime/config/retention-settings.js';
import type { Area } from '../partners/services/service-status.js';
import { type Check, entryKinds } from '../checks/check.js';
import type { List } from '../listing/lists/list.js';
import type { NotificationKind } from './notification-kind.js';
import type { PersonalDataSource, Retention } from './personal-data-source.js';
import type { Get, Part, Product } from './product.js';
import type { SettlementSource } from './settlement-source.js';
import type { TotalLog, TotalSource } from './total-source.js';

/** The declarations of all parts of the program, each the same in every process. Only workers run the tasks. */
export class Parts {
  /** @param get gives the process's instances of the services that declarations name. */
  constructor(
    readonly all: readonly Part[],
    readonly get: Get,
  ) {
    rejectRepeated('list', 'name', namesOf(this.lists));
    rejectRepeated('notification', 'name', namesOf(this.notifications));
    rejectRepeated(
      'product',
      'name',
      this.products.map(({ area }) => area),
    );
    rejectRepeated(
      'check',
      'table',
      this.checks.map(({ table }) => table),
    );
    rejectRepeated('check', 'kind of entry', this.checks.flatMap(entryKinds));
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

  get checks(): readonly Check[] {
    return this.all.flatMap(({ checks = [] }) => checks);
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

const namesOf = (declarations: readonly { name: string }[]): string[] => declarations.map(({ name }) => name);

/** @throws Error when two declarations have the same value of a member that identifies them. */
function rejectRepeated(declaration: string, member: string, values: readonly string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) < index);
  if (repeated !== undefined)
    throw new Error(`Two ${declaration}s have the ${member} ${repeated}. Give each ${declaration} its own ${member}.`);
}
