/** Polish sentences for the tables of test values. The key is the English sentence, which is also in the documents. */
const SENTENCES: Readonly<Record<string, string>> = {
  code: 'kod',
  amount: 'kwota',
  number: 'numer',
  'what happens': 'co się dzieje',
  'any other': 'każdy inny',
  'anything else': 'każda inna',

  'BLIK codes': 'Kody BLIK',
  'A code that the simulated bank app shows waits there for a click, like any code that is not in the table. An alias or a mandate that comes with a code is accepted, refused, late, repeated or in conflict like its payment. With the amount 0.00 only the mandate has this result.':
    'Kod pokazany przez symulowaną aplikację banku czeka w niej na kliknięcie, tak samo każdy kod spoza tabeli. Alias lub zgoda podane z kodem są przyjęte, odrzucone, spóźnione, powtórzone lub sprzeczne tak jak ich płatność; zgoda na 0,00 sama z siebie.',
  'accepted immediately, unless the amount chooses another result, see below':
    'od razu przyjęty; kwota może zdecydować inaczej, patrz niżej',
  'never confirmed: USER_TIMEOUT after 60 seconds': 'bez potwierdzenia: USER_TIMEOUT po 60 sekundach',
  'refused: BLIK_CODE_NOT_SUPPORTED (a bank without recurring payments)':
    'odmowa: BLIK_CODE_NOT_SUPPORTED (bank bez płatności powtarzalnych)',
  'no response; a poll after 10 seconds says that it is paid': 'bez odpowiedzi; zapytanie po 10 sekundach mówi, że zapłacono',
  'slow: paid 30 seconds later': 'powoli: zapłacono 30 sekund później',
  'paid, and reported three times': 'zapłacono, z trzema powiadomieniami',
  'conflict: reported as paid, then as failed': 'sprzeczne powiadomienia: zapłacono, a potem płatność nieudana',
  'late: USER_TIMEOUT after 60 seconds, and paid 10 seconds later': 'późno: USER_TIMEOUT po 60 sekundach, a 10 sekund później zapłacono',
  'paid, and reported before the response to the code': 'zapłacono, z powiadomieniem przed odpowiedzią na kod',
  'paid, but the alias or the mandate is refused: ALIAS_DECLINED': 'zapłacono, ale odmowa aliasu lub zgody: ALIAS_DECLINED',
  'paid; the payer ends the alias or the mandate a minute later': 'zapłacono; minutę później płacący kończy alias lub zgodę',
  'paid; the bank ends the alias or the mandate a minute later': 'zapłacono; minutę później bank kończy alias lub zgodę',
  'paid; the alias or the mandate expires an hour later, earlier than agreed':
    'zapłacono; godzinę później alias lub zgoda wygasa, wcześniej niż uzgodniono',
  'waits for a click in the simulated bank app; without a click USER_TIMEOUT after 60 seconds':
    'czeka na kliknięcie w symulowanej aplikacji banku; bez niego USER_TIMEOUT po 60 sekundach',

  'BLIK codes 777xxx, by amount': 'Kody BLIK 777xxx, według kwoty',
  'With any other amount the code is accepted.': 'Przy każdej innej kwocie kod jest przyjęty.',

  'Banks, cards, wallets and vouchers, by amount': 'Banki, karty, portfele i vouchery, według kwoty',
  'The result follows after the payer confirms on the acquirer’s page. On this page any result can be chosen, except those of the start.':
    'Po potwierdzeniu na stronie agenta, na której można też wybrać każdy wynik, który nie dotyczy początku płatności.',
  'refused: no funds': 'odmowa: brak środków',
  'no response to the start; a poll finds the payment, which is paid after 10 seconds':
    'początek płatności bez odpowiedzi; zapytanie ją znajduje, a po 10 sekundach jest zapłacona',
  'late: reported as expired, and 10 seconds later as paid': 'późno: powiadomienie o wygaśnięciu, a 10 sekund później o zapłacie',
  'paid without the payer, and reported before the response to the start':
    'zapłacono bez udziału płacącego, z powiadomieniem przed odpowiedzią na początek płatności',
  'paid, but not reported: only a poll says so': 'zapłacono bez powiadomienia: wiadomo o tym tylko z zapytania',
  'abandoned: nothing happens, and it expires': 'porzucona: nic się nie dzieje i płatność wygasa',
  'paid immediately, and reported': 'od razu zapłacono, z powiadomieniem',

  'Charges of recurring payments, by amount': 'Obciążenia płatności powtarzalnych, według kwoty',
  'The result follows immediately with model A or O, and with model M after the payer confirms in the bank app. Without a confirmation AM_TIMEOUT follows after 72 hours, or earlier if the gateway sets an earlier time.':
    'Od razu przy zgodzie w modelu A lub O; w modelu M po potwierdzeniu w aplikacji banku. Bez potwierdzenia AM_TIMEOUT po 72 godzinach albo wcześniej, jeśli bramka poda wcześniejszy termin.',
  'refused, as with a BLIK code 777xxx': 'odmowa, jak przy kodzie BLIK 777xxx',
  'the bank asks the payer, with any model; USER_TIMEOUT when the payment expires':
    'bank pyta płacącego, niezależnie od modelu; USER_TIMEOUT, gdy płatność wygaśnie',
  'above the agreed amount of each charge or in total; above 2000.00 with model O':
    'ponad uzgodnioną kwotę obciążenia lub łączną; w modelu O ponad 2000.00',
  'any, above the agreed number of charges or before the first day': 'każda, ponad uzgodnioną liczbę obciążeń lub przed pierwszym dniem',
  'any, when the mandate has ended': 'każda, gdy zgoda się skończyła',
  'refused: ALIAS_DECLINED, or ALIAS_NOT_FOUND when there was never a mandate':
    'odmowa: ALIAS_DECLINED; ALIAS_NOT_FOUND, gdy zgody nigdy nie było',
  'paid, and reported': 'zapłacono, z powiadomieniem',

  'Refunds, by amount': 'Zwroty, według kwoty',
  'With any channel. A refund of more than was paid and a refund of a payment in cash are rejected.':
    'Przy każdym kanale. Zwrot większy niż wpłata jest odrzucany, tak samo zwrot płatności gotówką.',
  'rejected: too late': 'odrzucony: za późno',
  'slow: done 30 seconds later': 'powoli: wykonany 30 sekund później',
  'no response; a poll finds the refund, which is done after 10 seconds':
    'bez odpowiedzi; zapytanie znajduje zwrot, a po 10 sekundach jest wykonany',
  'done, and reported three times': 'wykonany, z trzema powiadomieniami',
  'pending, then failed: the account is closed': 'w toku, potem nieudany: rachunek jest zamknięty',
  'done, but failed a minute later': 'wykonany, ale minutę później nieudany',
  'done, and reported before the response to the call': 'wykonany, z powiadomieniem przed odpowiedzią',
  'done, but not reported: only a poll says so': 'wykonany bez powiadomienia: wiadomo o tym tylko z zapytania',
  'pending for three days, then done': 'trzy dni w toku, potem wykonany',
  'pending, and done 2 seconds later': 'w toku i 2 sekundy później wykonany',

  'the bank asks (3-D Secure)': 'bank pyta (3-D Secure)',
  'paid without being asked': 'zapłacono bez pytania',
  'refused by the bank': 'odmowa banku',
  'refused: the card has expired': 'odmowa: karta straciła ważność',
};

const REFUSED = /^refused: ([A-Z_]+)$/;

/** @returns the Polish form of a sentence in the tables; a text that is the same in all languages, such as a code, unchanged */
export function valueInPolish(sentence: string): string {
  return SENTENCES[sentence] ?? sentence.replace(REFUSED, 'odmowa: $1');
}
