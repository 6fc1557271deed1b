import { Injectable } from '@nestjs/common';
import type { PersonalDataKind, Retention } from './personal-data-kind.js';

/** The kinds of rows that name payers, and the retentions. Each part adds its own tables. */
@Injectable()
export class PersonalDataKinds {
  private readonly kinds: PersonalDataKind[] = [];
  private readonly ageing: Retention[] = [];

  get all(): readonly PersonalDataKind[] {
    return this.kinds;
  }

  get retentions(): readonly Retention[] {
    return this.ageing;
  }

  add(...kinds: readonly PersonalDataKind[]): void {
    this.kinds.push(...kinds);
  }

  retain(...retentions: readonly Retention[]): void {
    this.ageing.push(...retentions);
  }
}
