import { personalStore } from '../../../lib/personal-store.ts'

/**
 * Backup codes that the person has not put away yet. They outlive the page that made them: a new session shows the
 * pages anew.
 */
export const newCodes = personalStore<{ codes: readonly string[] }>({ codes: [] })

/** Shows backup codes that are not used up. */
export function showCodes(codes: readonly { code: string; consumed: boolean }[]): void {
  newCodes.setState({ codes: codes.filter(({ consumed }) => !consumed).map(({ code }) => code) })
}
