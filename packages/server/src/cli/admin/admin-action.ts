import type { ApiClient } from '@guildhall/client'
import type { ACCOUNT_STATES } from '../../resources/administration/people/model.ts'

/** Options of `guildhall admin` besides those that name the platform. */
export interface AdminDetails {
  email?: string | null
  role?: string
  search?: string | null
  state?: (typeof ACCOUNT_STATES)[number]
  /** Seconds of a suspension. Default: it has no end. */
  seconds?: number
  reason?: string | null
  limit?: number
  /** Whether the person's second factors are taken away. */
  resetFactors?: boolean
  /** Whether the address of a person counts as confirmed. */
  verified?: boolean
  /** Uses of an invite. */
  uses?: number
  /** Seconds until an invite ends. Default: it has no end. */
  expires?: number
  /** Words for operators about a decision or a block. */
  note?: string | null
  /** Minutes of raid mode. */
  minutes?: number
  /** Whether decided reports are listed too. */
  all?: boolean
  /** Id after which a list begins. */
  after?: string | null
  /** Address that gets a test mail. */
  to?: string | null
  /** Whether the operator's key is replaced. */
  replace?: boolean
  /** Fate of the messages of a deleted account. */
  messages?: 'keep' | 'delete'
  /** Whether an account is deleted at once. */
  now?: boolean
}

/** An action of `guildhall admin`: one request of the administration's API, or a few. */
export interface AdminAction {
  /** Arguments after the action, for the help. */
  readonly usage: string
  /** Number of words after the action, or the least and the greatest number. */
  readonly words: number | readonly [number, number]
  /** Options besides those that name the platform. */
  readonly options: readonly string[]
  run(api: ApiClient, words: readonly string[], details: AdminDetails): Promise<AdminResult>
}

/** The body of a route, and the text that people see. */
export interface AdminResult {
  readonly body: unknown
  readonly text: string
}
