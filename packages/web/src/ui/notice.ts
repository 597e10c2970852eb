import { personalStore } from '../lib/personal-store.ts'

/** Text about something that failed after its menu had closed; null for none. */
export const notice = personalStore<{ text: string | null }>({ text: null })

/** Shows a text until it is dismissed or replaced. */
export function showNotice(text: string | null): void {
  notice.setState({ text })
}
