import type { MessageObject, Snowflake } from '@guildhall/protocol'
import type { ReporterTable, ReportTable } from '../../../kernel/store/account-tables.ts'

/** Reports of one thing, as they are stored. */
export type StoredReport = ReportTable
/** Reason of a report, without its person. */
export type StoredReason = Pick<ReporterTable, 'report_id' | 'reason' | 'text' | 'at'>
export type ReportKind = StoredReport['kind']
export type ReportState = StoredReport['state']

export const REPORT_KINDS = ['message', 'user', 'guild'] as const satisfies readonly ReportKind[]
export const REPORT_STATES = ['open', 'dismissed', 'removed', 'suspended'] as const satisfies readonly ReportState[]

/** Reports of one person in an hour. */
export const REPORTS_PER_HOUR = 10
/** Messages before and after a reported one that are kept as evidence. */
export const CONTEXT_MESSAGES = 5
/** Reasons of one entry that operators see, the newest. */
export const REASONS_MAX = 100

/** Thing that a person reports. */
export type ReportTarget =
  | { readonly kind: 'message'; readonly channelId: Snowflake; readonly messageId: Snowflake }
  | { readonly kind: 'user'; readonly userId: Snowflake }
  | { readonly kind: 'guild'; readonly guildId: Snowflake }

/** A reported message and those around it, as they were. Addresses of files are not signed. */
export interface Evidence {
  readonly message: MessageObject
  readonly before: readonly MessageObject[]
  readonly after: readonly MessageObject[]
}

/** A reason that people choose from. */
export interface ReportReason {
  readonly reason: number
  readonly label: string
  readonly description: string
}

const SPAM = { reason: 1, label: 'Spam or scam', description: 'Unwanted advertising, fraud, or links that do harm.' }
const HARASSMENT = { reason: 2, label: 'Harassment', description: 'Insults, threats, or following somebody around.' }
const HATE = { reason: 3, label: 'Hate', description: 'Attacks on people for who they are.' }
const SEXUAL = {
  reason: 4,
  label: 'Sexual content',
  description: 'Sexual content that nobody agreed to, or of minors.',
}
const VIOLENCE = { reason: 5, label: 'Violence', description: 'Calls for violence, or its glorification.' }
const SELF_HARM = { reason: 6, label: 'Self-harm', description: 'Somebody may hurt themselves, or tells others to.' }
const PRIVATE = { reason: 7, label: 'Private information', description: 'Names, addresses or pictures of others.' }
const ILLEGAL = { reason: 8, label: 'Something illegal', description: 'Goods, services or content against the law.' }
const IMPERSONATION = { reason: 9, label: 'Impersonation', description: 'Somebody pretends to be another person.' }
const OTHER = { reason: 10, label: 'Something else', description: 'Tell operators about it in your own words.' }

/** Reasons by what is reported. Numbers are stored, and are never given another meaning. */
export const REASONS: Readonly<Record<ReportKind, readonly ReportReason[]>> = {
  message: [SPAM, HARASSMENT, HATE, SEXUAL, VIOLENCE, SELF_HARM, PRIVATE, ILLEGAL, OTHER],
  user: [SPAM, HARASSMENT, HATE, SEXUAL, IMPERSONATION, SELF_HARM, ILLEGAL, OTHER],
  guild: [SPAM, HARASSMENT, HATE, SEXUAL, VIOLENCE, ILLEGAL, OTHER],
}

/** Returns what is reported in one text. */
export function subjectOf(target: ReportTarget): string {
  if (target.kind === 'message') return `message ${target.messageId}`
  return target.kind === 'user' ? `user ${target.userId}` : `guild ${target.guildId}`
}
