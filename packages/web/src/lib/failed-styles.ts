/** Time before a style sheet is requested again. It doubles with each failure. */
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 30_000

/**
 * Requests style sheets again that could not be loaded. The bundler's loader requests each one once: a part that is
 * opened again after a failure would have its script and no styles until the page is reloaded.
 */
export function retryFailedStyles(): void {
  // Errors of elements do not bubble.
  document.addEventListener('error', ({ target }) => isStyleSheet(target) && retry(target, FIRST_RETRY_MS), true)
  // A part is of use without its styles, which arrive later; the loader would not import its script.
  window.addEventListener('vite:preloadError', (event) => {
    if (event.payload.message.startsWith('Unable to preload CSS')) event.preventDefault()
  })
}

const isStyleSheet = (target: unknown): target is HTMLLinkElement =>
  target instanceof HTMLLinkElement && target.rel === 'stylesheet' && target.dataset.retried === undefined

function retry(failed: HTMLLinkElement, delayMs: number): void {
  // Keeps the place of the sheet in the cascade.
  const place = new Comment()
  failed.replaceWith(place)
  const again = document.createElement('link')
  again.rel = 'stylesheet'
  again.crossOrigin = failed.crossOrigin
  again.dataset.retried = ''
  again.addEventListener('error', () => retry(again, Math.min(delayMs * 2, LAST_RETRY_MS)), { once: true })
  setTimeout(() => {
    again.href = failed.href
    place.replaceWith(again)
  }, delayMs)
}
