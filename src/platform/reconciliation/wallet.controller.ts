import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiEnvelope, ApiFollowingEnvelope } from '../../common/api/api-envelope.decorator.js';
import { envelope, type Envelope, followingEnvelope, type FollowingEnvelope } from '../../common/api/envelope.js';
import { invalidField } from '../../common/errors/domain-error.js';
import { pageRequest } from '../../common/pagination/list.request.js';
import { dayIn, type Period } from '../../common/time/period.js';
import { DisplayZone } from '../../runtime/http/display-zone.decorator.js';
import { RequestUrl } from '../../runtime/http/request-url.decorator.js';
import type { Caller } from '../access/caller.js';
import { CurrentCaller } from '../access/current-caller.decorator.js';
import { Protected } from '../access/protected.decorator.js';
import { WalletPostingsQuery } from '../ledger/statement/wallet-postings.query.js';
import { WalletQuery } from '../ledger/wallet.query.js';
import { TIME_OF_CREATION } from '../listing/lists/filters/moment-filter.js';
import { WalletEntriesRequest } from './wallet-entries.request.js';
import { WalletEntryResponse, WalletResponse } from './wallet.responses.js';

@ApiTags('Reconciliation')
@Controller('wallet')
export class WalletController {
  constructor(
    private readonly wallets: WalletQuery,
    private readonly entries: WalletPostingsQuery,
  ) {}

  @Get()
  @Protected('wallet.show')
  @ApiOperation({ summary: 'Show the wallet' })
  @ApiEnvelope(WalletResponse)
  async show(@CurrentCaller() { partnerId }: Caller): Promise<Envelope<WalletResponse>> {
    const [real, test] = [await this.wallets.readBalance(partnerId), await this.wallets.readBalance(partnerId, { test: true })];
    return envelope(WalletResponse.from(real, test));
  }

  @Get('entries')
  @Protected('wallet.entries')
  @ApiOperation({ summary: 'List what has moved the wallet' })
  @ApiFollowingEnvelope(WalletEntryResponse)
  async list(
    @CurrentCaller() { partnerId }: Caller,
    @Query() query: WalletEntriesRequest,
    @RequestUrl() url: string,
    @DisplayZone() zone: string,
  ): Promise<FollowingEnvelope<WalletEntryResponse>> {
    const { size, newestFirst } = pageRequest(query);
    const filters = { ...periodOf(query, zone), after: query.after, newestFirst, limit: size + 1 };
    const entries = await this.entries.run(partnerId, filters);
    if (!entries) throw invalidField('after', 'The after must be the id of an entry of the wallet.');
    return followingEnvelope(
      entries.map((entry) => WalletEntryResponse.from(entry, zone)),
      size,
      url,
    );
  }
}

/** The intersection of the day and the filters `from` and `to`. */
function periodOf({ day, filter: { from, to } = {} }: WalletEntriesRequest, zone: string): Partial<Period> {
  const wholeDay = day === undefined ? null : dayIn(zone, day);
  const lowerBounds = [wholeDay?.from, from === undefined ? undefined : (TIME_OF_CREATION.from.toColumnValue(from) as Date)].filter(
    (time) => time !== undefined,
  );
  const upperBounds = [wholeDay?.to, to === undefined ? undefined : (TIME_OF_CREATION.to.toColumnValue(to) as Date)].filter(
    (time) => time !== undefined,
  );
  return {
    ...(lowerBounds.length > 0 && { from: new Date(Math.max(...lowerBounds.map(Number))) }),
    ...(upperBounds.length > 0 && { to: new Date(Math.min(...upperBounds.map(Number))) }),
  };
}
