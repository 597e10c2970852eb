import { RELEASES } from './releases.ts'

/** Number of minor versions that receive fixes: the newest ones. */
const SUPPORTED_MINORS = 5

/** `unknown`: not released by then. `eol`: older than the five newest minor versions. */
export type SupportStatus = 'supported' | 'eol' | 'unknown'

/**
 * Returns whether a version received fixes at a time: `supportStatus('1.6', new Date('2026-08-01'))`. A patch such as
 * `1.6.3` counts as its minor version.
 */
export function supportStatus(version: string, at: Date): SupportStatus {
  const released = RELEASES.filter(({ date }) => Date.parse(date) <= at.getTime()).map((release) => release.version)
  const place = released.indexOf(version.split('.').slice(0, 2).join('.'))
  if (place < 0) return 'unknown'
  return released.length - place <= SUPPORTED_MINORS ? 'supported' : 'eol'
}
