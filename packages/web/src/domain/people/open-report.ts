import { createStore } from 'zustand/vanilla'

/** Subject of a report: a message, a person or a guild. */
export type ReportSubject =
  | { readonly channelId: string; readonly messageId: string }
  | { readonly userId: string }
  | { readonly guildId: string }

/** The subject of the dialog that is open; null for none. */
export const openReport = createStore<{ subject: ReportSubject | null }>(() => ({ subject: null }))

/** Opens the dialog that reports something. */
export function report(subject: ReportSubject): void {
  openReport.setState({ subject })
}

/** Closes the dialog. */
export function closeReport(): void {
  openReport.setState({ subject: null })
}
