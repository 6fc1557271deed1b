import { counted } from '../../../pages/counted.js';
import type { AgreementTexts } from './agreement.en.js';

export const agreementDe: AgreementTexts<'de'> = {
  consent: { title: 'Wiederkehrende BLIK-Zahlungen' },
  expecting: {
    title: 'Der Shop fragt nach dem Code',
    text: 'Diese Zahlung gehört zu wiederkehrenden. Nach Ihrem BLIK-Code fragt der Shop auf seiner eigenen Seite, hier ist nichts einzugeben. Sobald er einen hat, zeigt diese Seite, wozu Sie zustimmen.',
  },
  charge: {
    title: 'Möchten Sie das bezahlen?',
    text: (price, label) => `${price} soll unter „${label}“ eingezogen werden. Ohne Ihr Ja wird nichts eingezogen.`,
    confirm: (price) => `Bestätigen und ${price} bezahlen`,
    refuse: 'Diese Abbuchung ablehnen',
  },
  apps: {
    title: 'Mit welcher App möchten Sie bezahlen?',
    text: 'Die Apps mehrerer Banken kennen Sie. Die gewählte bittet Sie um Bestätigung.',
    choose: 'Bank-App',
    instead: 'Stattdessen mit einem Code bezahlen',
  },

  agreement: {
    method: 'Wiederkehrende BLIK-Zahlungen',
    intro: {
      A: 'Sie stimmen wiederkehrenden Zahlungen zu. Jede wird von selbst eingezogen: Sie werden nicht noch einmal gefragt.',
      O: 'Sie stimmen wiederkehrenden Zahlungen zu. Der Shop zieht sie ein, wenn sie fällig sind: Sie werden nicht noch einmal gefragt.',
      M: 'Sie stimmen wiederkehrenden Zahlungen zu. Jede bestätigen Sie in der App Ihrer Bank; ohne das wird sie nicht eingezogen.',
    },
    banks: 'Möglich mit den Apps dieser Banken',
    terms: 'Wozu Sie zustimmen',
    now: (price) => `${price}: jetzt wird nichts eingezogen`,
    each: {
      A: (price) => `Höchstens ${price}`,
      O: (price) => `Vom Shop bestimmt, höchstens ${price}`,
      M: 'Vom Shop bestimmt; Sie sehen den Betrag, bevor Sie bestätigen',
    },
    often: {
      each: { D: 'Täglich', W: 'Wöchentlich', M: 'Monatlich', Y: 'Jährlich' },
      days: counted('de', { one: 'Jeden # Tag', other: 'Alle # Tage' }),
      weeks: counted('de', { one: 'Jede # Woche', other: 'Alle # Wochen' }),
      months: counted('de', { one: 'Jeden # Monat', other: 'Alle # Monate' }),
      years: counted('de', { one: 'Jedes # Jahr', other: 'Alle # Jahre' }),
      asked: 'Wenn der Shop darum bittet',
    },
    first: { from: (day) => `Frühestens am ${day}`, any: 'Jederzeit nach Ihrer Zustimmung' },
    until: 'Bis zur Kündigung',
    count: counted('de', { one: 'höchstens # Abbuchung', other: 'höchstens # Abbuchungen' }),
    total: (price) => `höchstens ${price} insgesamt`,
    unlimited: 'Keine für Anzahl und Summe der Abbuchungen',
    cancel: 'Jederzeit in der App Ihrer Bank, unter den wiederkehrenden Zahlungen, oder über den Shop',
    order: (price) => `Zahlungspflichtig bestellen: jetzt ${price}`,
    line: {
      item: 'Ware oder Leistung',
      label: 'Zustimmung',
      now: 'Jetzt zu zahlen',
      each: 'Jede Abbuchung',
      often: 'Wie oft',
      first: 'Erste Abbuchung',
      next: 'Nächste Abbuchung',
      until: 'Gültig bis',
      limits: 'Grenzen',
      cancel: 'Kündigung',
      under: 'Eingezogen unter',
      button: 'Ihre Worte',
    },
    confirm: 'Öffnen Sie die App Ihrer Bank. Sie zeigt diese Zustimmung: Bestätigen Sie sie dort.',
    chargeInApp: (price, label) => `Öffnen Sie die App Ihrer Bank und bestätigen Sie ${price}, eingezogen unter „${label}“.`,
    confirmBefore: (time) => `Bestätigen Sie vor: ${time}.`,
    agreed: { title: 'Zugestimmt', text: (seller) => `Vielen Dank. Ihre Zustimmung gegenüber ${seller} gilt. Es wurde nichts eingezogen.` },
    standing: {
      pending: 'Die Zustimmung wartet auf Ihre Bank.',
      active: 'Die Zustimmung gilt.',
      over: 'Die Zustimmung gilt nicht: Unter ihr wird nichts eingezogen.',
    },
    noNext: 'Keine',
    proof: {
      title: 'Als Nachweis aufbewahrt',
      version: 'Fassung des Textes',
      language: 'Sprache',
      time: 'Zugestimmt am',
      address: 'Von der Adresse',
    },
    notSupported: {
      text: 'Ihre Bank hat keine wiederkehrenden BLIK-Zahlungen, oder sie sind in ihrer App ausgeschaltet.',
      next: 'Geben Sie einen Code aus der App einer der Banken unten ein. Es wurde nichts vereinbart und nichts eingezogen.',
    },
    tryAgain: 'Geben Sie einen anderen Code ein, oder kehren Sie zum Shop zurück.',
    atShop: 'Kehren Sie zum Shop zurück, um es noch einmal zu versuchen.',
  },

  agreementErrors: {
    app_missing: 'Wählen Sie eine Bank-App.',
    agreement_taken: 'Der Shop hat den Namen dieser Zustimmung schon verwendet. Es wurde nichts vereinbart: Sagen Sie es dem Shop.',
    agreement_outdated: 'Dieses Angebot ist veraltet. Es wurde nichts vereinbart: Kehren Sie zum Shop zurück und beginnen Sie neu.',
    agreement_changed: 'Die Seite hat sich inzwischen geändert. Lesen Sie sie noch einmal und geben Sie den Code erneut ein.',
  },
};
