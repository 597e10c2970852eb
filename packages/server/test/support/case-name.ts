/**
 * Returns the test name of a table case: `subject` accepts or rejects `what`. Checklist ids before `what` stay there.
 */
export function caseName(subject: string, accepted: boolean, what: string): string {
  const [, ids = '', rest = what] = /^((?:\[[^\]]+\] )*)(.*)$/.exec(what) ?? []
  return `${ids}${subject} ${accepted ? 'accepts' : 'rejects'} ${rest}`
}
