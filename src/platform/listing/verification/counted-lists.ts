import { Injectable } from '@nestjs/common';
import type { List } from '../lists/list.js';

/** The lists of all products whose rows are counted. Each product registers its own when its module starts. */
@Injectable()
export class CountedLists {
  private readonly lists = new Map<string, List>();

  register(list: List): void {
    if (this.lists.has(list.name)) throw new Error(`There are two lists ${list.name}`);
    this.lists.set(list.name, list);
  }

  all(): List[] {
    return [...this.lists.values()];
  }
}
