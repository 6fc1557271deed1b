import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AliasAlternative } from '../../../connectors/acquirers/port/next-step.js';
import { runNamed } from '../../../runtime/database/named-query.js';
import { MAX_APP_KEY_LENGTH, MAX_APPS } from '../mandates/alias-limits.js';

const STORE_APPS = {
  name: 'payment_alias_told_apps',
  text: `UPDATE payment_alias SET disclosed_apps = ARRAY(
           SELECT app FROM unnest($2::text[] || disclosed_apps) WITH ORDINALITY AS named (app, place) GROUP BY app ORDER BY min(place) LIMIT ${MAX_APPS})
         WHERE id = $1 AND NOT disclosed_apps @> $2::text[]`,
};

/** Stores the keys of apps that were disclosed to a partner for an alias. The partner may choose among them, also in later payments. */
@Injectable()
export class RecordDisclosedAppsService {
  constructor(private readonly dataSource: DataSource) {}

  async run(aliasId: string, apps: readonly AliasAlternative[]): Promise<void> {
    const keys = apps.map(({ key }) => key).filter((key) => key !== '' && key.length <= MAX_APP_KEY_LENGTH);
    if (keys.length > 0) await runNamed(this.dataSource, STORE_APPS, [aliasId, keys.slice(0, MAX_APPS)]);
  }
}
