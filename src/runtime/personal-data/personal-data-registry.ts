import { Injectable } from '@nestjs/common';
import type { PersonalDataSource, Retention } from './personal-data-source.js';

/** The kinds of rows that name payers, and the retentions. Each part adds its own tables. */
@Injectable()
export class PersonalDataRegistry {
  private readonly kinds: PersonalDataSource[] = [];
  private readonly ageing: Retention[] = [];

  get all(): readonly PersonalDataSource[] {
    return this.kinds;
  }

  get retentions(): readonly Retention[] {
    return this.ageing;
  }

  add(...kinds: readonly PersonalDataSource[]): void {
    this.kinds.push(...kinds);
  }

  retain(...retentions: readonly Retention[]): void {
    this.ageing.push(...retentions);
  }
}
