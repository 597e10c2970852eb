const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[\w.-]+)?/
/** Longest notes that are shown. */
const NOTES_MAX = 64 * 1024

/** Returns the sections of a changelog about the versions after one, up to another, the newest first. */
export function notesBetween(changelog: string, after: string, upTo: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => {
    const version = /^## \[?v?([\w.+-]+)/.exec(section)?.[1] ?? ''
    return VERSION.test(version) && isAfter(version, after) && !isAfter(version, upTo)
  })
  return sections
    .map((section) => section.trim())
    .join('\n\n')
    .slice(0, NOTES_MAX)
}

/** Whether a version comes after another one. A version with a suffix, such as `1.0.0-beta.1`, comes before its own. */
function isAfter(version: string, other: string): boolean {
  const [a, b] = [VERSION.exec(version), VERSION.exec(other)]
  for (const part of [1, 2, 3]) {
    const difference = Number(a?.[part] ?? 0) - Number(b?.[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  const [own = '', its = ''] = [a?.[4], b?.[4]]
  if (own === '' || its === '') return own === '' && its !== ''
  return own.localeCompare(its, 'en', { numeric: true }) > 0
}
