/* The pages also work without this script. With it, they show changes without a reload. */

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

/** Replaces the content of a part of the page. The focus stays on the element with the same id. */
function replace(part, newPart) {
  const focusedId = part.contains(document.activeElement) ? document.activeElement.id : '';
  part.replaceChildren(...newPart.childNodes);
  offerCopying(part);
  countDown();
  if (focusedId) document.getElementById(focusedId)?.focus({ preventScroll: true });
  if (status) status.textContent = part.dataset.says;
}

/** Loads the page again, as a document: the content security policy forbids to parse text as HTML. Null when the status is not 200. */
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

/** @param shownHtml the content that the part shows. @returns the new content. */
async function refresh(part, shownHtml) {
  const newPart = (await load())?.getElementById(part.id);
  if (!newPart) return shownHtml;
  syncTime(newPart);
  const html = newPart.innerHTML;
  if (html !== shownHtml) replace(part, newPart);
  return html;
}

function follow(part) {
  let shownHtml = part.innerHTML;
  const refreshAndRepeat = async () => {
    // After a failed request the content stays, and the next request follows as usual.
    if (!document.hidden) shownHtml = await refresh(part, shownHtml).catch(() => shownHtml);
    setTimeout(refreshAndRepeat, Number(part.dataset.refresh));
  };
  setTimeout(refreshAndRepeat, Number(part.dataset.refresh));
}

/* Milliseconds by which business time is ahead of the browser's clock. Pages with a countdown contain the business time. */
let aheadMs = 0;

function syncTime(part) {
  if (part.dataset.now) aheadMs = Number(part.dataset.now) - Date.now();
}

function countDown() {
  for (const time of document.querySelectorAll('[data-until]')) {
    const seconds = Math.max(0, Math.ceil((Number(time.dataset.until) - Date.now() - aheadMs) / 1000));
    const { seconds: inSeconds = '# s left', minutes: inMinutes = '# min left' } = time.dataset;
    time.textContent = seconds < 300 ? inSeconds.replace('#', seconds) : inMinutes.replace('#', Math.ceil(seconds / 60));
  }
}

offerCopying(document);
for (const part of document.querySelectorAll('[data-refresh]')) follow(part);

const timed = document.querySelector('[data-now]');
if (timed) {
  syncTime(timed);
  countDown();
  setInterval(countDown, 1000);
}
