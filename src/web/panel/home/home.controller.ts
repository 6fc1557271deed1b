import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DateTime } from 'luxon';
import { BusinessClock } from '../../../common/time/clocks.js';
import { dayOf } from '../../../common/time/period.js';
import { TotalsQuery } from '../../../platform/totals/totals.query.js';
import { WalletQuery } from '../../../platform/ledger/wallet.query.js';
import { hasAbility, type Person } from '../../../platform/people/person.js';
import { scopeOf, VisibleServicesQuery } from '../../../platform/people/visible-services.query.js';
import { EndpointStatesQuery } from '../../../platform/webhooks/inspection/endpoint-states.query.js';
import { LatePaidQuery, MAX_LATE_PAID } from '../../../platform/webhooks/inspection/late-paid.query.js';
import { Environment } from '../../../runtime/config/environment.js';
import { RequireAbility } from '../shell/require-ability.decorator.js';
import { PanelPage } from '../shell/panel-page.js';
import { CurrentPerson, type PanelRequest, queryOf } from '../shell/panel-request.js';
import { panelLocale } from '../texts/texts.js';
import { signedMoney } from '../transaction/history-context.js';
import { dayChart } from './day-chart.js';
import { formatChannels, comparison, dailyOutcomes } from './home-totals.js';

const MAX_ENDPOINTS = 5;
const DAYS_BACK = 7;

/** The first screen: today compared with a week ago, problems, and the wallet. A page never shows both real money and test money. */
@Controller('home')
export class HomeScreenController {
  constructor(
    private readonly totals: TotalsQuery,
    private readonly endpoints: EndpointStatesQuery,
    private readonly latePaid: LatePaidQuery,
    private readonly services: VisibleServicesQuery,
    private readonly wallets: WalletQuery,
    private readonly clock: BusinessClock,
    private readonly environment: Environment,
    private readonly page: PanelPage,
  ) {}

  /** Queries one after another, because a screen may use one database connection at a time. */
  @Get()
  @RequireAbility('panel.home')
  async show(@Req() request: PanelRequest, @Res() response: Response, @CurrentPerson() person: Person): Promise<void> {
    const isTest = queryOf(request, 'money') === 'test';
    const { displayTimeZone: zone } = this.environment.app;
    const now = DateTime.fromJSDate(this.clock.now(), { zone });
    const days = Array.from({ length: DAYS_BACK + 1 }, (_, index) => now.minus({ days: DAYS_BACK - index }).toFormat('yyyy-MM-dd'));
    const since = dayOf(zone, now.minus({ days: DAYS_BACK }).toJSDate()).from;
    const totals = await this.totals.run({ scope: scopeOf(person), test: isTest, since, hour: now.toFormat('HH:00'), zone });
    const attention = hasAbility(person, 'panel.notifications') ? await this.attention(person) : null;
    const balances = hasAbility(person, 'wallet.show') ? await this.balances(person, isTest) : [];
    const locale = panelLocale(request);
    this.page.show(request, response, (t) => {
      const daily = dailyOutcomes(totals, days);
      return {
        template: 'home/templates/home',
        title: t.screens.home,
        data: {
          isTest,
          isEmpty: totals.length === 0,
          until: `${now.hour + 1}:00`,
          compared: comparison(totals, days, locale, t),
          daily,
          chart: dayChart(daily),
          channels: formatChannels(totals, days, t),
          attention,
          isSumOfAllPartners: person.partnerId === null,
          wallets: balances.map(({ currency, ...balance }) => {
            const money = (minor: number): string => signedMoney(minor, locale, currency);
            return {
              pending: money(balance.pendingMinor),
              available: money(balance.availableMinor),
              reserved: money(balance.reservedMinor),
              owed: money(balance.receivableMinor),
            };
          }),
        },
      };
    });
  }

  private async attention(person: Person) {
    const scope = scopeOf(person);
    const failing = (await this.endpoints.listStates(scope)).filter(({ state }) => state !== 'working');
    const displayed = failing.slice(0, MAX_ENDPOINTS);
    const names = await this.services.findByIds(
      person,
      displayed.map(({ serviceId }) => serviceId),
    );
    const late = (await this.latePaid.run(scope)).reduce((sum, service) => sum + service.late, 0);
    return {
      late: late >= MAX_LATE_PAID ? `${MAX_LATE_PAID}+` : String(late),
      endpoints: displayed.map((endpoint) => ({ ...endpoint, name: names.get(endpoint.serviceId)?.name ?? endpoint.serviceId })),
      more: failing.length - displayed.length,
    };
  }

  /** Staff see the sum of all partners. */
  private async balances({ partnerId }: Person, test: boolean) {
    return partnerId === null ? this.wallets.sumBalances({ test }) : [await this.wallets.readBalance(partnerId, { test })];
  }
}
