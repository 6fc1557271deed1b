import { describe, expect, it } from '@jest/globals';
import { describeAmountOutcome } from '../scenarios/chosen-by-amount.js';
import { SCENARIO_TABLES } from '../scenarios/scenario-tables.js';
import { PAYMENT_SCENARIOS } from '../scenarios/payment-scenarios.js';
import { TEST_CARDS } from '../scenarios/test-cards.js';
import { pl } from './pl.js';

describe('the tables of test values', () => {
  it('have a Polish form of each sentence', () => {
    const cells = SCENARIO_TABLES.flatMap(({ title, about, columns, rows }) => [title, about, ...columns, ...rows.flat()]);
    const sentences = [...cells, ...TEST_CARDS.map(({ outcome }) => outcome)].filter((cell) => /[a-z]{3}/.test(cell) && cell !== '777xxx');
    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.filter((sentence) => pl.overview.value(sentence) === sentence)).toEqual([]);
  });
});

describe('the outcome that an amount chooses', () => {
  it('is described in Polish on Polish pages, for every amount', () => {
    for (const scenario of PAYMENT_SCENARIOS.filter(({ amountMinor }) => amountMinor !== null))
      expect(pl.amounts.story(scenario)).not.toBe(scenario.outcome);
    const amountText = describeAmountOutcome('page', 777_91, pl.amounts) ?? '';
    expect(pl.amounts.here(amountText)).toBe('W piaskownicy kwota 777.91 oznacza: odmowa: brak środków.');
  });
});
