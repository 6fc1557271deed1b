// Conveniences only: the pages work without this script.

const one = (selector) => document.querySelector(selector);
const all = (selector) => document.querySelectorAll(selector);
const on = (target, event, act) => target.addEventListener(event, act);
const region = one('#said');
/** Announces a text to screen readers. */
const say = (text) => (region.textContent = text);

/** Loads the payment's page when its state changes: by the gateway's stream of events, or by polling while that is down. */
function followPayment({ dataset: { follow, status, state, page } }) {
  let delay = 2000;
  let timer;
  const silence = tellWhenSilent();
  const see = (now) => {
    silence.ends();
    if (now && now !== state) location.replace(page);
  };
  const ask = async () => {
    try {
      const answer = await fetch(status, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(10_000) });
      if (answer.ok) see((await answer.json()).state);
      else silence.begins();
    } catch {
      silence.begins(); // offline: asked again below
    }
    delay = Math.min(delay * 1.25, 10_000);
    timer = setTimeout(ask, delay);
  };
  const events = new EventSource(follow);
  events.onmessage = ({ data }) => see(data);
  events.onopen = () => {
    silence.ends();
    clearTimeout(timer);
    timer = undefined;
    delay = 2000;
  };
  events.onerror = () => {
    silence.begins();
    timer ??= setTimeout(ask, delay);
  };
}

/** Warns a payer whose page has lost the gateway not to pay twice. The warning disappears when the gateway answers again. */
function tellWhenSilent() {
  const notice = one('#offline');
  let timer;
  const show = () => {
    notice.hidden = false;
    say(notice.textContent.trim());
  };
  const begins = () => (timer ??= setTimeout(show, 7000));
  const ends = () => {
    clearTimeout(timer);
    timer = undefined;
    notice.hidden = true;
  };
  begins(); // until the first answer
  return { begins, ends };
}

/** Calls `tick` with the seconds left, once a second, down to 0; `stop` ends it early. */
function countDown(seconds, tick) {
  const end = performance.now() + seconds * 1000;
  const step = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    tick(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(step, 1000);
  step();
  return () => clearInterval(timer);
}

/** Shows the time left to pay. Screen readers hear of it at 60, 30 and 10 seconds only. At its end the payment's page is loaded. */
function showTimeLeft(element) {
  const { left: seconds, from, page } = element.dataset;
  let last = Infinity;
  countDown(Number(seconds), (left) => {
    element.textContent = left > from ? '' : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    for (const mark of [60, 30, 10]) if (left <= mark && last > mark && last < Infinity) say(element.getAttribute(`data-say-${mark}`));
    if (left === 0 && last < Infinity) location.replace(page);
    last = left;
  });
}

/** Disables a button until its waiting time is over, and shows the seconds left. */
function holdBack(button) {
  const text = button.textContent;
  const { waitSeconds, waitText, waitUnit } = button.dataset;
  if (Number(waitSeconds) === 0) return;
  on(button.form, 'submit', (event) => {
    if (button.getAttribute('aria-disabled') === 'true') event.preventDefault();
  });
  countDown(Number(waitSeconds), (left) => {
    button.textContent = left > 0 ? `${waitText} ${left}\u00a0${waitUnit}` : text;
    if (left > 0) button.setAttribute('aria-disabled', 'true');
    else button.removeAttribute('aria-disabled');
  });
}

/** Returns to the shop after some seconds, unless the payer uses the page, asks to stay, or cannot see the announcement. */
function returnToShop(link) {
  const note = one('[data-return-note]');
  const shown = one('[data-return-left]');
  note.hidden = false;
  if (note.getBoundingClientRect().bottom > innerHeight) return void (note.hidden = true);
  const stopCounting = countDown(Number(link.dataset.returnSeconds), (left) => {
    shown.textContent = String(left);
    if (left === 0) location.assign(link.href);
  });
  const used = new AbortController();
  const stay = () => {
    stopCounting();
    used.abort();
    note.hidden = true;
    say(note.dataset.returnNote);
  };
  const useOf = ({ target }) => note.contains(target) || stay(); // the note's button has a listener of its own
  for (const event of ['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown'])
    addEventListener(event, useOf, { signal: used.signal, passive: true });
  on(one('[data-return-stay]'), 'click', () => {
    stay();
    link.focus();
  });
}

/** A second tap on a slow connection must not send the form again. */
function sendOnce(form) {
  on(form, 'submit', (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = 'yes';
    event.submitter?.setAttribute('aria-busy', 'true');
    say(document.body.dataset.sending);
  });
}

/** Shows the price of the chosen operator above the form and on the button. */
function showPrice(tile) {
  const { price, priceNote, priceSubmit } = tile.dataset;
  const show = () => {
    one('[data-amount]').textContent = price;
    one('[data-note]').textContent = priceNote;
    one('[data-submit]').textContent = priceSubmit;
  };
  on(tile, 'change', show);
  if (tile.checked) show();
}

/** Removes everything but digits from a typed or pasted code; some codes are shown in two halves. */
function keepDigits(input) {
  const { digits: most, half = most } = input.dataset;
  on(input, 'input', () => {
    const digits = input.value.replace(/\D/g, '').slice(0, most);
    const shown = [digits.slice(0, half), digits.slice(half)].join(' ').trim();
    if (shown !== input.value) input.value = shown;
  });
}

function offerCopying(button) {
  if (!navigator.clipboard) return;
  button.hidden = false;
  const { copy, copied } = button.dataset;
  on(button, 'click', () =>
    navigator.clipboard.writeText(copy).then(
      () => say((button.textContent = copied)),
      () => (button.hidden = true),
    ),
  );
}

/** A text for comparison: lower case, without accents. */
const plain = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

/** Shows only the methods whose names match the search, and the chosen one. */
function offerSearch(input) {
  const methods = [...input.closest('.method-group').querySelectorAll('label.tile')];
  const [none, more] = [one('#search-none'), one('.method-group:has(#search) .more-methods')];
  const isFolded = more && !more.open;
  let hits = methods;
  input.parentNode.hidden = false;
  on(input, 'input', () => {
    const wanted = plain(input.value.trim());
    hits = methods.filter((tile) => plain(tile.textContent).includes(wanted));
    for (const tile of methods) tile.parentNode.hidden = !hits.includes(tile) && !tile.control.checked;
    none.hidden = hits.length > 0;
    if (more) more.open = wanted !== '' || !isFolded || more.querySelector(':checked') !== null;
    say(none.hidden ? `${input.dataset.found} ${hits.length}` : none.textContent);
  });
  // Down and Enter choose the first match, as in lists of suggestions; by itself Enter would submit the form. Tab only moves to it.
  on(input, 'keydown', (event) => {
    const takes = ['ArrowDown', 'Enter'].includes(event.key);
    const [first] = input.value.trim() === '' ? [] : hits; // an empty search has no first match
    if (takes) event.preventDefault();
    if (!first || (!takes && (event.key !== 'Tab' || event.shiftKey))) return;
    event.preventDefault();
    if (takes) first.control.click();
    first.control.focus();
  });
}

/** Keeps what was typed while the payer changes the language, except a code. */
function keepTyped(form) {
  const key = location.pathname;
  const kept = new URLSearchParams(sessionStorage.getItem(key) ?? '');
  sessionStorage.removeItem(key);
  for (const [name, value] of kept) {
    const field = form.elements[name];
    if (!field || form.querySelector('[aria-invalid]')) continue;
    field.value = value;
    field.checked = true; // of radio buttons and checkboxes; others ignore it
  }
  const chosen = form.querySelector(':checked');
  chosen?.dispatchEvent(new Event('change'));
  chosen?.closest('details')?.setAttribute('open', '');
  for (const link of all('.languages a')) {
    on(link, 'click', () => {
      const typed = new URLSearchParams(new FormData(form));
      typed.delete('code');
      sessionStorage.setItem(key, String(typed));
    });
  }
}

const PARTS = {
  price: showPrice,
  kept: keepTyped,
  digits: keepDigits,
  search: offerSearch,
  follow: followPayment,
  left: showTimeLeft,
  'wait-seconds': holdBack,
  'return-seconds': returnToShop,
  copy: offerCopying,
};
for (const [name, start] of Object.entries(PARTS)) all(`[data-${name}]`).forEach(start);
all('form').forEach(sendOnce);
all('[data-say]').forEach(({ dataset }) => say(dataset.say));
on(window, 'pageshow', ({ persisted }) => {
  if (persisted) location.reload(); // shown from the browser's memory: the payment may have moved on
});
