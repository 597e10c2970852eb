import type { RegistrationBlockTable } from '../../../kernel/store/account-tables.ts'

/** Something that an operator has blocked. */
export type Block = RegistrationBlockTable

/** Kinds of blocks: two of registrations, and three of everyone's messages and files. */
export const BLOCK_KINDS = [
  'mail_domain',
  'network',
  'word',
  'link',
  'file_sha256',
] as const satisfies readonly Block['kind'][]

/** Blocks of a platform, of all kinds together. */
export const BLOCKS_MAX = 10_000

/** A blocked word or phrase, found by its first word. */
interface BlockedPhrase {
  /** In the form that `comparable` returns. */
  readonly text: string
  /** Offset of the first word in the text. */
  readonly offset: number
}

/** Blocks of messages and files, in the form in which they are compared. */
export interface ContentBlocks {
  /** By their first word. */
  readonly phrases: ReadonlyMap<string, readonly BlockedPhrase[]>
  /** Domains, and addresses with a path. They have no scheme. */
  readonly links: ReadonlySet<string>
  /** Hashes in lower case. */
  readonly files: ReadonlySet<string>
}

/** Returns the domain of an address of mail, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** Whether a domain is another one, or below it. */
export function isWithin(domain: string, parent: string): boolean {
  return domain === parent || domain.endsWith(`.${parent}`)
}
