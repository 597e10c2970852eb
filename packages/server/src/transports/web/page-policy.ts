/** Pages on which a person grants access. No page may frame them. */
const CONSENT_PATHS = ['/oauth2/authorize', '/activate']
/** Host and port as a browser writes them. Another value could add directives to the policy. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

export interface PageFacts {
  /** Path without its query, as the caller spelled it, or the pattern of the route that it matched. */
  readonly path: string
  /** `Host` of the request. */
  readonly host: string | undefined
  /** Random value of this response, as base64. */
  readonly nonce: string
  /** Sources of embedded activities, such as `https://*.activities.example`. */
  readonly frames?: readonly string[]
  /** Hashes of the document that the app puts between itself and an activity. */
  readonly relay?: RelayHashes | null
}

/** Hashes of an inline script and an inline style, such as `sha256-…`. */
export interface RelayHashes {
  readonly script: string
  readonly style: string
}

/** Servers on the person's own machine, which a developer may show in place of an activity's page. */
const OWN_MACHINE = ['http', 'https'].flatMap((scheme) => [`${scheme}://localhost:*`, `${scheme}://127.0.0.1:*`])

/** Returns the headers of a page: what it may load, and who may embed it. */
export function pageHeaders(page: PageFacts): Record<string, string> {
  const consent = isConsent(page.path)
  return {
    'content-security-policy': contentSecurityPolicy(page, consent),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': permissionsPolicy(!consent),
    // Sign-in pop-ups of other sites end at their own redirect and report to their opener.
    'cross-origin-opener-policy': consent ? 'unsafe-none' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/**
 * Returns the headers of the empty document in which a page opens the WebSocket of a call at another host.
 *
 * @param voice host and port of each voice server
 */
export function voiceFrameHeaders(voice: readonly string[]): Record<string, string> {
  return {
    'content-security-policy': policyText({
      'default-src': ["'none'"],
      'connect-src': socketsOf(voice),
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'self'"],
    }),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': permissionsPolicy(false),
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** Features of calls, which consent pages do not have. */
const CALL_FEATURES = ['microphone', 'camera', 'display-capture', 'speaker-selection']
const NO_FEATURES = ['geolocation', 'payment', 'usb']

function permissionsPolicy(hasCalls: boolean): string {
  const features = CALL_FEATURES.map((name) => `${name}=${hasCalls ? '(self)' : '()'}`)
  return [...features, ...NO_FEATURES.map((name) => `${name}=()`)].join(', ')
}

/**
 * Returns whether the page of a path grants access. Routers decode paths and ignore trailing slashes: every spelling of
 * such a page counts, and a path that cannot be decoded gets the strict policy too.
 */
function isConsent(path: string): boolean {
  const decoded = decodedPath(path)
  if (decoded === null) return true
  const segments = decoded.split(/[/\\]+/).filter((segment) => segment !== '' && segment !== '.')
  return CONSENT_PATHS.includes(`/${segments.join('/')}`.toLowerCase())
}

/** Rounds of percent-encoding that are undone. */
const ENCODINGS_MAX = 4

/** Returns a path without percent-encoding; null for one that is malformed, or encoded too many times. */
function decodedPath(path: string): string | null {
  let decoded = path
  for (let round = 0; round < ENCODINGS_MAX; round += 1) {
    if (!decoded.includes('%')) return decoded
    try {
      decoded = decodeURIComponent(decoded)
    } catch {
      return null
    }
  }
  return null
}

function contentSecurityPolicy(page: PageFacts, consent: boolean): string {
  const { host, nonce } = page
  const relay = consent ? null : (page.relay ?? null)
  // A `data:` document has the policy of the page that made it: what the relay contains and frames is named here.
  const frames = relay ? ['data:', ...(page.frames ?? []), ...OWN_MACHINE] : []
  const pictures = ["'self'", 'data:', 'blob:', 'https:', 'http:']
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...(relay ? [`'${relay.script}'`] : [])],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...(relay ? [`'${relay.style}'`] : [])],
    'font-src': ["'self'"],
    'img-src': pictures,
    'media-src': pictures,
    // Not every browser counts the WebSockets of the same host as 'self'.
    'connect-src': ["'self'", ...socketsOf([host])],
    'worker-src': ["'self'"],
    'frame-src': consent ? ["'none'"] : ["'self'", ...frames],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': [consent ? "'none'" : "'self'"],
  }
  return policyText(directives)
}

/** Returns the sources of the WebSockets of hosts. */
function socketsOf(hosts: readonly (string | undefined)[]): string[] {
  const valid = new Set(hosts.filter((host) => host !== undefined && HOST.test(host)))
  return [...valid].flatMap((host) => [`ws://${host}`, `wss://${host}`])
}

function policyText(directives: Record<string, readonly string[]>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
