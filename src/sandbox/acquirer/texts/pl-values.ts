/** Polish sentences for the tables of test values. The key is the English sentence, which is also in the documents. */
const SENTENCES: Readonly<Record<string, string>> = {
  code: 'kod',
  amount: 'kwota',
  number: 'numer',
  'what happens': 'co się dzieje',
  'any other': 'każdy inny',
  'anything else': 'każda inna',

  'BLIK codes': 'Kody BLIK',
  'A code that the simulated bank app shows waits there for a click, and so does any code that is not in the table. An alias or a consent that comes with a code is accepted, refused, late, repeated or contradictory like its payment; a consent of 0.00 by itself.':
    'Kod pokazany przez symulowaną aplikację banku czeka w niej na kliknięcie, tak samo każdy kod spoza tabeli. Alias lub zgoda podane z kodem są przyjęte, odrzucone, spóźnione, powtórzone lub sprzeczne tak jak ich płatność; zgoda na 0,00 sama z siebie.',
  'accepted at once; the amount may choose otherwise, see below': 'od razu przyjęty; kwota może zdecydować inaczej, patrz niżej',
  'never confirmed: USER_TIMEOUT after 60 seconds': 'bez potwierdzenia: USER_TIMEOUT po 60 sekundach',
  'refused: BLIK_CODE_NOT_SUPPORTED (a bank without recurring payments)':
    'odmowa: BLIK_CODE_NOT_SUPPORTED (bank bez płatności powtarzalnych)',
  'not answered; a poll after 10 seconds says that it is paid': 'bez odpowiedzi; zapytanie po 10 sekundach mówi, że zapłacono',
  'slow: paid 30 seconds later': 'powoli: zapłacono 30 sekund później',
  'paid, and reported three times': 'zapłacono, z trzema powiadomieniami',
  'contradictory: reported as paid, then as failed': 'sprzeczne powiadomienia: zapłacono, a potem płatność nieudana',
  'late: USER_TIMEOUT after 60 seconds, and paid 10 seconds later': 'późno: USER_TIMEOUT po 60 sekundach, a 10 sekund później zapłacono',
  'paid, and reported before the code is answered': 'zapłacono, z powiadomieniem przed odpowiedzią na kod',
  'paid, but the alias or the consent is refused: ALIAS_DECLINED': 'zapłacono, ale odmowa aliasu lub zgody: ALIAS_DECLINED',
  'paid; the payer ends the alias or the consent a minute later': 'zapłacono; minutę później płacący kończy alias lub zgodę',
  'paid; the bank ends the alias or the consent a minute later': 'zapłacono; minutę później bank kończy alias lub zgodę',
  'paid; the alias or the consent expires an hour later, earlier than agreed':
    'zapłacono; godzinę później alias lub zgoda wygasa, wcześniej niż uzgodniono',
  'waits for a click in the simulated bank app; without one USER_TIMEOUT after 60 seconds':
    'czeka na kliknięcie w symulowanej aplikacji banku; bez niego USER_TIMEOUT po 60 sekundach',

  'BLIK codes 777xxx, by amount': 'Kody BLIK 777xxx, według kwoty',
  'With any other amount the code is accepted.': 'Przy każdej innej kwocie kod jest przyjęty.',

  'Banks, cards, wallets and vouchers, by amount': 'Banki, karty, portfele i vouchery, według kwoty',
  'After the payer confirms on the acquirer’s page, where any outcome can be chosen as well that does not concern the start.':
    'Po potwierdzeniu na stronie agenta, na której można też wybrać każdy wynik, który nie dotyczy początku płatności.',
  'refused: no funds': 'odmowa: brak środków',
  'the start is not answered; a poll finds the payment, which is paid after 10 seconds':
    'początek płatności bez odpowiedzi; zapytanie ją znajduje, a po 10 sekundach jest zapłacona',
  'late: reported as expired, and 10 seconds later as paid': 'późno: powiadomienie o wygaśnięciu, a 10 sekund później o zapłacie',
  'paid without the payer, and reported before the start is answered':
    'zapłacono bez udziału płacącego, z powiadomieniem przed odpowiedzią na początek płatności',
  'paid, but not reported: only a poll says so': 'zapłacono bez powiadomienia: wiadomo o tym tylko z zapytania',
  'abandoned: nothing happens, and it expires': 'porzucona: nic się nie dzieje i płatność wygasa',
  'paid at once, and reported': 'od razu zapłacono, z powiadomieniem',

  'Charges of recurring payments, by amount': 'Obciążenia płatności powtarzalnych, według kwoty',
  'At once under a consent of model A or O; with model M after the payer confirms in the bank app. Without a confirmation AM_TIMEOUT follows after 72 hours, or earlier if the gateway sets an earlier time.':
    'Od razu przy zgodzie w modelu A lub O; w modelu M po potwierdzeniu w aplikacji banku. Bez potwierdzenia AM_TIMEOUT po 72 godzinach albo wcześniej, jeśli bramka poda wcześniejszy termin.',
  'refused, as with a BLIK code 777xxx': 'odmowa, jak przy kodzie BLIK 777xxx',
  'the bank asks the payer, with any model; USER_TIMEOUT when the payment expires':
    'bank pyta płacącego, niezależnie od modelu; USER_TIMEOUT, gdy płatność wygaśnie',
  'above the agreed sum for each charge or in all; above 2000.00 with model O':
    'ponad uzgodnioną kwotę obciążenia lub łączną; w modelu O ponad 2000.00',
  'any, above the agreed number of charges or before the first day': 'każda, ponad uzgodnioną liczbę obciążeń lub przed pierwszym dniem',
  'any, when the consent has ended': 'każda, gdy zgoda się skończyła',
  'refused: ALIAS_DECLINED; ALIAS_NOT_FOUND when it was never given': 'odmowa: ALIAS_DECLINED; ALIAS_NOT_FOUND, gdy zgody nigdy nie było',
  'paid, and reported': 'zapłacono, z powiadomieniem',

  'Refunds, by amount': 'Zwroty, według kwoty',
  'With any channel. More than was paid is rejected, and so is a refund of a payment in cash.':
    'Przy każdym kanale. Zwrot większy niż wpłata jest odrzucany, tak samo zwrot płatności gotówką.',
  'rejected: too late': 'odrzucony: za późno',
  'slow: done 30 seconds later': 'powoli: wykonany 30 sekund później',
  'not answered; a poll finds the refund, which is done after 10 seconds':
    'bez odpowiedzi; zapytanie znajduje zwrot, a po 10 sekundach jest wykonany',
  'done, and reported three times': 'wykonany, z trzema powiadomieniami',
  'pending, then failed: the account is closed': 'w toku, potem nieudany: rachunek jest zamknięty',
  'done, but failed a minute later': 'wykonany, ale minutę później nieudany',
  'done, and reported before the call is answered': 'wykonany, z powiadomieniem przed odpowiedzią',
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
