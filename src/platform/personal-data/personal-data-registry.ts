import { Injectable } from '@nestjs/common';
import type { PersonalDataSource, Retention } from './personal-data-source.js';

/** The kinds of rows that may contain payers' data, and the retention periods. Each product and module adds its own tables. */
@Injectable()
export class PersonalDataRegistry {
  private readonly kinds: PersonalDataSource[] = [];
  private readonly retained: Retention[] = [];

  get all(): readonly PersonalDataSource[] {
    return this.kinds;
  }

  get retentions(): readonly Retention[] {
    return this.retained;
  }

  add(...kinds: readonly PersonalDataSource[]): void {
    this.kinds.push(...kinds);
  }

  retain(...retentions: readonly Retention[]): void {
    this.retained.push(...retentions);
  }
}
