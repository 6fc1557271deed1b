import { pluralText } from '../plural.js';
import type { MandateTexts } from '../en/mandate.js';

export const mandate: MandateTexts<'pl'> = {
  consent: { title: 'Płatności Powtarzalne BLIK' },
  expecting: {
    title: 'O kod poprosi sklep',
    text: 'To płatność powtarzalna. O kod BLIK prosi sklep na swojej stronie, więc tutaj nie ma czego wpisywać. Gdy sklep go otrzyma, ta strona pokaże, na co się zgadzasz.',
  },
  charge: {
    title: 'Czy chcesz to zapłacić?',
    text: (price, label) => `Kwota ${price} ma zostać pobrana w ramach zgody „${label}”. Bez Twojej decyzji nic nie zostanie pobrane.`,
    confirm: (price) => `Potwierdź i zapłać ${price}`,
    refuse: 'Odrzuć to obciążenie',
  },
  apps: {
    title: 'Którą aplikacją chcesz zapłacić?',
    text: 'Znają Cię aplikacje kilku banków. Wybrana poprosi o potwierdzenie.',
    choose: 'Aplikacja banku',
    instead: 'Zapłać kodem',
  },

  agreement: {
    method: 'Płatności Powtarzalne BLIK',
    intro: {
      A: 'Zgadzasz się na płatności, które się powtarzają. Każda jest pobierana automatycznie, bez ponownego pytania.',
      O: 'Zgadzasz się na płatności, które się powtarzają. Sklep pobiera je, gdy są należne, bez ponownego pytania.',
      M: 'Zgadzasz się na płatności, które się powtarzają. Każdą potwierdzasz w aplikacji banku; bez tego nie zostanie pobrana.',
    },
    banks: 'Działa w aplikacjach banków',
    terms: 'Na co się zgadzasz',
    now: (price) => `${price}: teraz nic nie zostanie pobrane`,
    each: {
      A: (price) => `Najwyżej ${price}`,
      O: (price) => `Określa sklep, najwyżej ${price}`,
      M: 'Określa sklep; widzisz ją, zanim potwierdzisz',
    },
    often: {
      each: { D: 'Codziennie', W: 'Co tydzień', M: 'Co miesiąc', Y: 'Co rok' },
      days: pluralText('pl', { one: 'Co # dzień', few: 'Co # dni', many: 'Co # dni', other: 'Co # dnia' }),
      weeks: pluralText('pl', { one: 'Co # tydzień', few: 'Co # tygodnie', many: 'Co # tygodni', other: 'Co # tygodnia' }),
      months: pluralText('pl', { one: 'Co # miesiąc', few: 'Co # miesiące', many: 'Co # miesięcy', other: 'Co # miesiąca' }),
      years: pluralText('pl', { one: 'Co # rok', few: 'Co # lata', many: 'Co # lat', other: 'Co # roku' }),
      asked: 'Gdy sklep o to poprosi',
    },
    first: { from: (day) => `Najwcześniej ${day}`, any: 'W dowolnym czasie po udzieleniu zgody' },
    until: 'Do odwołania',
    count: pluralText('pl', {
      one: 'najwyżej # obciążenie',
      few: 'najwyżej # obciążenia',
      many: 'najwyżej # obciążeń',
      other: 'najwyżej # obciążenia',
    }),
    total: (price) => `najwyżej ${price} łącznie`,
    unlimited: 'Brak limitu liczby i sumy obciążeń',
    cancel: 'W każdej chwili w aplikacji banku, wśród płatności powtarzalnych, linkiem z potwierdzenia albo przez sklep',
    order: (price) => `Zamawiam z obowiązkiem zapłaty: teraz ${price}`,
    line: {
      item: 'Produkt lub usługa',
      label: 'Zgoda',
      now: 'Do zapłaty teraz',
      each: 'Każde obciążenie',
      often: 'Jak często',
      first: 'Pierwsze obciążenie',
      next: 'Następne obciążenie',
      until: 'Ważna do',
      limits: 'Limity',
      cancel: 'Jak odwołać',
      under: 'W ramach zgody',
      button: 'Twoje oświadczenie',
    },
    confirm: 'Otwórz aplikację swojego banku. Pokazuje tę zgodę: potwierdź ją tam.',
    chargeInApp: (price, label) => `Otwórz aplikację swojego banku i potwierdź ${price} w ramach zgody „${label}”.`,
    confirmBefore: (time) => `Potwierdź przed: ${time}.`,
    agreed: {
      title: 'Zgoda udzielona',
      text: (seller) => `Dziękujemy. Zgoda dla sprzedawcy ${seller} została udzielona. Nic nie zostało pobrane.`,
    },
    standing: {
      pending: 'Zgoda czeka na Twój bank.',
      active: 'Zgoda obowiązuje.',
      over: 'Zgoda nie obowiązuje: nic nie zostanie w jej ramach pobrane.',
    },
    noNext: 'Brak',
    proof: { title: 'Zachowane jako dowód', version: 'Wersja tekstu', language: 'Język', time: 'Data zgody', address: 'Z adresu' },
    notSupported: {
      text: 'Twój bank nie ma płatności powtarzalnych BLIK albo są one wyłączone w jego aplikacji.',
      next: 'Wpisz kod z aplikacji jednego z banków poniżej. Zgoda nie została udzielona i nic nie zostało pobrane.',
    },
    tryAgain: 'Wpisz inny kod albo wróć do sklepu.',
    atShop: 'Wróć do sklepu, aby spróbować ponownie.',
  },

  subscription: {
    title: (seller) => `Twoja zgoda dla sprzedawcy ${seller}`,
    agreedTo: 'Na co się zgodzono',
    charges: 'Obciążenia',
    none: 'Dotychczas nic nie zostało pobrane.',
    count: pluralText('pl', { one: '# płatność', few: '# płatności', many: '# płatności', other: '# płatności' }),
    onlyLatest: 'Lista zawiera najnowsze.',
    ends: 'Zgoda wygasa, gdy tylko ją odwołasz: od tej chwili nic nie zostanie w jej ramach pobrane. Obciążenie, które właśnie trwa, zostanie dokończone. Odwołanie nie zwraca tego, co już zapłacono; w tej sprawie skontaktuj się ze sklepem.',
    end: 'Odwołaj zgodę',
    confirm: { title: 'Odwołać zgodę?', yes: 'Tak, odwołaj teraz', keep: 'Zachowaj zgodę' },
    over: {
      title: 'Zgoda została zakończona',
      text: 'Nic więcej nie zostanie w jej ramach pobrane. Sklep i Twój bank zostaną o tym powiadomione.',
      byPayer: (time) => `Zgoda odwołana przez Ciebie: ${time}.`,
      at: (time) => `Zgoda zakończona: ${time}.`,
    },
    link: 'Zobacz lub odwołaj tę zgodę',
  },

  mandateErrors: {
    app_missing: 'Wybierz aplikację banku.',
    agreement_taken: 'Sklep użył już nazwy tej zgody. Zgoda nie została udzielona: powiadom sklep.',
    agreement_outdated: 'Ta oferta jest nieaktualna. Zgoda nie została udzielona: wróć do sklepu i zacznij od nowa.',
    agreement_changed: 'Strona zmieniła się w międzyczasie. Przeczytaj ją ponownie i jeszcze raz wpisz kod.',
  },
};
