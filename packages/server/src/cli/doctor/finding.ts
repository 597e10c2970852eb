/** Result of one check. */
export interface Finding {
  /** Subject of the check, in a word or two. */
  readonly check: string
  /** `fail`: Guildhall cannot work so. `warn`: a part cannot. `none`: absent, and needed by some only. */
  readonly level: 'ok' | 'warn' | 'fail' | 'none'
  readonly text: string
  /** Advice; null where nothing is to be done. */
  readonly advice: string | null
}

/** Returns a finding; without advice nothing is to be done. */
export function finding(check: string, level: Finding['level'], text: string, advice: string | null = null): Finding {
  return { check, level, text, advice }
}

const MARKS = { ok: 'ok  ', warn: 'warn', fail: 'FAIL', none: '-   ' } as const

/** Returns the lines of a finding for the terminal. Names of files and messages of others lose control characters. */
export function findingLines({ check, level, text, advice }: Finding): string {
  const lines = [`${MARKS[level]}  ${check.padEnd(13)} ${printable(text)}`]
  if (advice !== null) lines.push(`      ${''.padEnd(13)} → ${printable(advice)}`)
  return `${lines.join('\n')}\n`
}

function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}
