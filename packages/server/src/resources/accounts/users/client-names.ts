import Bowser from 'bowser'

/**
 * Returns the operating system and the browser that a User-Agent names. Programs that are no browsers keep their own
 * words as `platform`.
 */
export function clientNames(userAgent: string | null): { os: string | null; platform: string | null } {
  if (!userAgent) return { os: null, platform: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { os: os.name || null, platform: browser.name || userAgent }
}
