import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AliasAlternative } from '../../../connectors/channels/port/next-step.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { MOST_APP_KEY_CHARACTERS, MOST_APPS } from '../mandates/alias-limits.js';

const KEEP = {
  name: 'payment_alias_told_apps',
  text: `UPDATE payment_alias SET told_apps = ARRAY(
           SELECT app FROM unnest($2::text[] || told_apps) WITH ORDINALITY AS named (app, place) GROUP BY app ORDER BY min(place) LIMIT ${MOST_APPS})
         WHERE id = $1 AND NOT told_apps @> $2::text[]`,
};

/** Keeps the keys of apps that a service was shown for an alias: it may choose among these, in later payments too. */
@Injectable()
export class KeepToldAppsService {
  constructor(private readonly dataSource: DataSource) {}

  async run(aliasId: string, apps: readonly AliasAlternative[]): Promise<void> {
    const keys = apps.map(({ key }) => key).filter((key) => key !== '' && key.length <= MOST_APP_KEY_CHARACTERS);
    if (keys.length > 0) await runNamed(this.dataSource, KEEP, [aliasId, keys.slice(0, MOST_APPS)]);
  }
}
