import { createStore } from 'zustand/vanilla'
import { t } from '../../lib/language/text.ts'

const STORED = 'guildhall.activity-overrides'
/** Only the developer's own machine: another address could show anything under the application's name. */
const HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

type Overrides = Readonly<Record<string, string>>

function read(): Overrides {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Overrides) : {}
  } catch {
    return {}
  }
}

/** Addresses on this machine that replace the pages of activities in this browser, by application. */
export const overrides = createStore<Overrides>(read)

/** Returns the fault of an address that should replace an activity's page; null for a good one. */
export function overrideFault(address: string): string | null {
  if (!URL.canParse(address)) return t('Must be an address such as http://localhost:5173.')
  const { protocol, hostname, origin } = new URL(address)
  if (!['http:', 'https:'].includes(protocol) || !HOSTS.includes(hostname))
    return t('Must be on localhost or 127.0.0.1.')
  return origin === location.origin ? t('Must not be the address of this app.') : null
}

/**
 * Sets the address for an application, or removes it.
 *
 * @throws RangeError for an address that `overrideFault` refuses
 */
export function setOverride(applicationId: string, address: string | null): void {
  const fault = address === null ? null : overrideFault(address)
  if (fault) throw new RangeError(fault)
  const { [applicationId]: _, ...others } = read()
  const next = address === null ? others : { ...others, [applicationId]: address }
  localStorage.setItem(STORED, JSON.stringify(next))
  overrides.setState(next, true)
}

/** Returns the address that replaces an activity's page; undefined without one. */
export function overrideOf(all: Overrides, applicationId: string): string | undefined {
  const address = all[applicationId]
  return typeof address === 'string' && overrideFault(address) === null ? address : undefined
}
