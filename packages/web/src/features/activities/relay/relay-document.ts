import style from './relay.css?raw'
import script from './relay.js?raw'

/** Attributes of the frame of an activity. */
const FRAME = {
  /**
   * The activity keeps its own origin, and so its storage and its requests. Without `allow-top-navigation` it cannot
   * leave its frame; without `allow-popups` its only way to another page is OPEN_EXTERNAL_LINK, which asks.
   */
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-pointer-lock',
  /** Features of the browser that activities get. */
  allow: 'autoplay; clipboard-write; encrypted-media; fullscreen; gamepad; accelerometer; gyroscope',
}

/**
 * Returns the `data:` document that stands between the app and an activity. The embedded app SDK takes messages from
 * the public platform's origins and from origin `null` only, and a `data:` document has the origin `null`. It sends no
 * referrer: the SDK would address its messages to the origin of the referrer.
 */
export function relayDocument({ app, activity, title }: { app: string; activity: string; title: string }): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(
    `<!doctype html><html lang="en" data-app="${escaped(app)}"><head><meta charset="utf-8"><style>${style}</style></head>` +
      `<body><iframe title="${escaped(title)}" data-src="${escaped(activity)}" sandbox="${FRAME.sandbox}" allow="${FRAME.allow}"` +
      ` referrerpolicy="no-referrer"></iframe><script>${script}</script></body></html>`,
  )}`
}

/** Features that the frame of the relay must pass on. */
export const RELAY_FEATURES = FRAME.allow

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
