import { Injectable } from '@nestjs/common';
import type { List } from '../lists/list.js';

/** The registry of all lists with counters. Each product registers its lists when its module starts. */
@Injectable()
export class CountedLists {
  private readonly lists = new Map<string, List>();

  register(list: List): void {
    if (this.lists.has(list.name)) throw new Error(`Two lists have the name ${list.name}. Give each list its own name.`);
    this.lists.set(list.name, list);
  }

  all(): List[] {
    return [...this.lists.values()];
  }
}
