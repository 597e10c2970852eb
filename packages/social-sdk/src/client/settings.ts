import { environment, openInBrowser } from '#runtime'
import type { ClientCreateOptions } from '../values/client-create-options.ts'

const WEB_BASE_DEFAULT = 'http://127.0.0.1:7700'
const API_PATH = '/api/v10'

/** Options of a Client with their defaults filled in. */
export interface ClientSettings {
  /** Address of the web app without a trailing slash. */
  readonly webBase: string
  /** Address of the HTTP API without a trailing slash. */
  readonly apiBase: string
  readonly ca: string | null
  readonly openUrl: (url: string) => void
  readonly platform: 'desktop' | 'mobile'
  readonly redirectUri: string | null
  readonly audioBackend: ClientCreateOptions['audioBackend']
}

/** Returns the settings of a Client: of `new Client()`, of two addresses, or of options. */
export function settingsOf(options: ClientCreateOptions | null, apiBase: string, webBase: string): ClientSettings {
  const givenWeb = options?.WebBase() || webBase
  const givenApi = options?.ApiBase() || apiBase
  const web = trimmed(givenWeb || environment('GUILDHALL_SERVER') || WEB_BASE_DEFAULT)
  return {
    webBase: web,
    apiBase: givenApi ? trimmed(givenApi) : `${web}${API_PATH}`,
    ca: options?.ca ?? null,
    openUrl: options?.openUrl ?? openInBrowser,
    platform: options?.platform ?? 'desktop',
    redirectUri: options?.redirectUri ?? null,
    audioBackend: options?.audioBackend ?? null,
  }
}

function trimmed(address: string): string {
  return address.replace(/\/+$/, '')
}
