/* The pages work without this; with it they follow what happens without being loaded anew. */

const status = document.querySelector('[role="status"]');

function offerCopying(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll('[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(button.dataset.copy).then(
        () => (button.textContent = button.dataset.copied ?? 'Copied'),
        () => (button.hidden = true),
      );
    });
  }
}

/** Puts the part's new content in place of the old, and the focus back to where it was. */
function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
  part.replaceChildren(...fresh.childNodes);
  offerCopying(part);
  countDown();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  if (status) status.textContent = part.dataset.says;
}

/** The page anew, made by the browser itself: the policy lets no text become a document. Null when there is none. */
function load() {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.addEventListener('load', () => resolve(request.status === 200 ? request.response : null));
    request.addEventListener('error', reject);
    request.open('GET', location.href);
    request.setRequestHeader('accept', 'text/html');
    request.send();
  });
}

async function refresh(part, seen) {
  const fresh = (await load())?.getElementById(part.id);
  if (!fresh) return seen;
  tellTime(fresh);
  const html = fresh.innerHTML;
  if (html !== seen) replace(part, fresh);
  return html;
}

function follow(part) {
  let seen = part.innerHTML;
  const again = async () => {
    // An address that cannot be reached for a moment is tried again.
    if (!document.hidden) seen = await refresh(part, seen).catch(() => seen);
    setTimeout(again, Number(part.dataset.refresh));
  };
  setTimeout(again, Number(part.dataset.refresh));
}

/* Business time may be ahead of the browser's: pages with a countdown say what time it is there. */
let ahead = 0;

function tellTime(part) {
  if (part.dataset.now) ahead = Number(part.dataset.now) - Date.now();
}

function countDown() {
  for (const time of document.querySelectorAll('[data-until]')) {
    const seconds = Math.max(0, Math.ceil((Number(time.dataset.until) - Date.now() - ahead) / 1000));
    const { seconds: inSeconds = '# s left', minutes: inMinutes = '# min left' } = time.dataset;
    time.textContent = seconds < 300 ? inSeconds.replace('#', seconds) : inMinutes.replace('#', Math.ceil(seconds / 60));
  }
}

offerCopying(document);
for (const part of document.querySelectorAll('[data-refresh]')) follow(part);

const timed = document.querySelector('[data-now]');
if (timed) {
  tellTime(timed);
  countDown();
  setInterval(countDown, 1000);
}
